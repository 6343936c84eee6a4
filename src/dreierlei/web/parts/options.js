/**
 * The options of a game as form fields, from its declaration alone: choices, numbers, and boards, which have a code and
 * buttons that draw one at random. `variant()` is the id with which to create a match.
 */

import { h } from "../dom.js";
import { t, speak } from "../i18n.js";
import { variant as variantOf } from "../api.js";
import { field, segments } from "./fields.js";

/**
 * @typedef {object} Choice a value that is being tried
 * @property {string} value
 * @property {string} label its name for people
 */

/** @typedef {(value: string, fault: (text: string) => void) => Promise<Choice>} Try */

/**
 * @param {GameView} game
 * @param {(variant: VariantView) => void} onChange called with each valid variant that is chosen
 * @param {VariantView | null} [shown] the initial variant, if not the default
 */
export function optionFields(game, onChange, shown = null) {
  const values = new Map(game.options.map(({ name, ...option }) => [name, shown?.options[name] ?? option.default]));
  let requests = 0;

  function variant() {
    const parts = game.options
      .filter((option) => values.get(option.name) !== option.default)
      .map((option) => `${option.name}=${values.get(option.name)}`);
    return parts.length ? `${game.id}:${parts.join(",")}` : game.id;
  }

  /**
   * @param {OptionView} option
   * @param {VariantView | null} view
   * @returns {Choice}
   */
  function chosen(option, view) {
    const value = view?.options[option.name] ?? option.default;
    const label = view?.labels[option.name] ?? option.labels[value];
    return { value, label: label ? speak(label) : value };
  }

  const fields = game.options.map((option) => {
    /**
     * Tries a value: the variant's view says what it becomes, or the error why it is not valid.
     *
     * @type {Try}
     */
    async function tryValue(value, fault) {
      const turn = ++requests;
      values.set(option.name, value);
      try {
        const view = await variantOf(variant());
        if (turn === requests) {
          values.set(option.name, view.options[option.name] ?? value);
          fault("");
          onChange(view);
        }
        return chosen(option, view);
      } catch (error) {
        if (turn === requests) fault(error instanceof Error ? error.message : String(error));
        return { value, label: "" };
      }
    }

    const current = chosen(option, shown);
    if (option.kind !== "choice") return valueField(option, current, tryValue);
    return option.choices.length <= 4
      ? segmentsField(option, current, tryValue)
      : selectField(option, current, tryValue);
  });
  return { element: h("div", { class: "options" }, fields), variant };
}

/**
 * @param {OptionView} option
 * @param {string} value one of the values in its declaration
 */
function label(option, value) {
  const words = option.labels[value];
  return words ? speak(words) : value;
}

/** @param {OptionView} option */
function help(option) {
  return h("p", { class: "help", id: `about-${option.name}` }, speak(option.about));
}

/**
 * @param {OptionView} option
 * @param {Choice} current
 * @param {Try} tryValue
 */
function segmentsField(option, current, tryValue) {
  const choice = segments(
    option.name,
    speak(option.title),
    option.choices.map((value) => [value, label(option, value)]),
    current.value,
    (wanted) => void tryValue(wanted, choice.fault),
  );
  choice.element.append(help(option));
  return choice.element;
}

/**
 * @param {OptionView} option
 * @param {Choice} current
 * @param {Try} tryValue
 */
function selectField(option, current, tryValue) {
  const id = `option-${option.name}`;
  const select = h(
    "select",
    {
      id,
      "aria-describedby": `about-${option.name}`,
      onchange: () => void tryValue(select.value, outer.fault),
    },
    option.choices.map((value) =>
      h("option", { value, selected: value === current.value }, label(option, value)),
    ),
  );
  const outer = field(h("div", {}, h("label", { for: id }, speak(option.title)), select, help(option)));
  return outer.element;
}

/**
 * A number, or a board by its code, with its name below.
 *
 * @param {OptionView} option
 * @param {Choice} current
 * @param {Try} tryValue
 */
function valueField(option, current, tryValue) {
  const id = `option-${option.name}`;
  const input = h("input", {
    type: "text",
    id,
    class: option.kind === "board" ? "mono" : "",
    inputmode: option.kind === "number" ? "numeric" : "text",
    value: current.value,
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => void take(input.value.trim() || option.default),
  });
  const output = h("output", { class: "help", for: id }, current.label);
  /** @param {string} wanted */
  async function take(wanted) {
    const choice = await tryValue(wanted, outer.fault);
    input.value = choice.value;
    output.textContent = choice.label;
  }
  /**
   * @param {string} text
   * @param {string} wanted
   */
  const button = (text, wanted) =>
    h("button", { class: "button quiet small", type: "button", onclick: () => void take(wanted) }, text);
  const buttons = option.drawn.map((value) => button(label(option, value), value));
  if (buttons.length > 0) buttons.push(button(t("web.standard-board"), option.default));
  const outer = field(
    h(
      "div",
      {},
      h("label", { for: id }, speak(option.title)),
      h("div", { class: "beside" }, input, buttons),
      output,
      help(option),
    ),
    input,
  );
  return outer.element;
}
