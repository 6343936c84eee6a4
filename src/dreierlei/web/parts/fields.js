/**
 * The fields of forms. Each has an `element`, a `value()` and `fault(text)`, which shows the server's message at the field
 * (an empty text removes it); what was typed is never lost.
 */

import { h } from "../dom.js";

let counter = 0;

/**
 * @param {HTMLElement} content
 * @param {HTMLInputElement} [input]
 */
export function field(content, input) {
  const id = `fault-${++counter}`;
  const note = h("p", { class: "fault", id, role: "alert", hidden: true });
  const element = h("div", { class: "field" }, content, note);
  return {
    element,
    /** @param {string} text */
    fault: (text) => {
      note.textContent = text;
      note.hidden = text === "";
      input?.setAttribute("aria-invalid", String(text !== ""));
      if (text) input?.setAttribute("aria-describedby", id);
      else input?.removeAttribute("aria-describedby");
      if (text) element.closest("details")?.setAttribute("open", "");
    },
  };
}

/**
 * A choice of a few values, all visible.
 *
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} [onChoice]
 */
export function segments(name, label, values, chosen, onChoice) {
  let current = chosen;
  const set = h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, label),
    values.map(([value, text]) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          onchange: () => {
            current = value;
            outer.fault("");
            onChoice?.(value);
          },
        }),
        h("span", {}, text),
      ),
    ),
  );
  const outer = field(set);
  return { element: outer.element, value: () => current, fault: outer.fault };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} value
 * @param {string[]} [words] the parts of a field path by which an error names this field
 */
export function numberField(name, label, value, words = [name]) {
  const id = `field-${name}`;
  const input = h("input", { type: "text", inputmode: "numeric", id, name, value, oninput: () => outer.fault("") });
  const outer = field(h("div", {}, h("label", { for: id }, label), input), input);
  return {
    element: outer.element,
    value: () => Number(input.value.replace(",", ".") || NaN),
    words,
    fault: outer.fault,
  };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {number} longest
 */
export function textField(name, label, value, longest) {
  const id = `field-${name}`;
  const input = h("input", {
    type: "text",
    id,
    name,
    value,
    maxlength: longest,
    autocomplete: "off",
    oninput: () => outer.fault(""),
  });
  const outer = field(h("div", {}, h("label", { for: id }, label), input), input);
  return { element: outer.element, value: () => input.value.trim(), words: [name], fault: outer.fault };
}
