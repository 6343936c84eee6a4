/**
 * Builds elements, with two functions.
 *
 *     h("button", { class: "button", type: "button", onclick: go }, "Play")
 *     svg("circle", { cx: 10, cy: 10, r: 4 })
 *
 * A property that begins with `on` is a listener; `true` is an attribute without a value; `false`, `null` and
 * `undefined` leave it out; a link or a source that begins with a slash is relative to the app's base URL. Children are
 * elements, texts, lists of them, or nothing. There is no way to pass markup.
 */

import { address } from "./address.js";

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, isOwn(name, value) ? address(String(value)) : String(value));
  }
  append(element, children);
  return element;
}

/** Whether an attribute points to a page or file of this app. @param {string} name @param {unknown} value */
function isOwn(name, value) {
  return (name === "href" || name === "src") && String(value).startsWith("/");
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      parent.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Replaces all children of an element.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}
