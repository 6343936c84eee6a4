/**
 * The options of a game as fields, from its declaration alone: choices, numbers, and boards with a code, a shuffle
 * button and a preview. `variant()` is the id to create a match with.
 */

import { h } from "../dom.js";
import { t, maybe, speak } from "../i18n.js";
import { variant as variantOf } from "../api.js";
import { field, segments } from "./fields.js";

/** @typedef {import("../wire.js").GameView} GameView */
/** @typedef {import("../wire.js").OptionView} OptionView */

/**
 * @param {GameView} game
 * @param {(variant: import("../wire.js").VariantView) => void} onChange told of each valid variant that is chosen
 * @param {Record<string, string>} [chosen] the values to begin with, where they are not the defaults
 */
export function optionFields(game, onChange, chosen = {}) {
  /** @type {Map<string, string>} */
  const values = new Map(game.options.map((option) => [option.name, chosen[option.name] ?? option.default]));
  let asked = 0;

  function variant() {
    const parts = game.options
      .filter((option) => values.get(option.name) !== option.default)
      .map((option) => `${option.name}=${values.get(option.name)}`);
    return parts.length ? `${game.id}:${parts.join(",")}` : game.id;
  }

  /**
   * Tries a value: the server says what it becomes, or why not.
   *
   * @param {OptionView} option
   * @param {string} value
   * @param {(text: string) => void} fault
   * @returns {Promise<string>} the value as decided
   */
  async function tryValue(option, value, fault) {
    const turn = ++asked;
    values.set(option.name, value);
    try {
      const view = await variantOf(variant());
      const decided = view.options[option.name] ?? value;
      if (turn !== asked) return decided;
      values.set(option.name, decided);
      fault("");
      onChange(view);
      return decided;
    } catch (error) {
      if (turn === asked) fault(error instanceof Error ? error.message : String(error));
      return value;
    }
  }

  const fields = game.options.map((option) => {
    const value = values.get(option.name) ?? option.default;
    if (option.board) return boardField(option, value, tryValue);
    if (option.choices.length > 0 && option.choices.length <= 4) return choiceField(option, value, tryValue);
    if (option.choices.length > 0) return selectField(option, value, tryValue);
    return valueField(option, value, tryValue);
  });
  return { element: h("div", { class: "options" }, fields), variant };
}

/** @typedef {(option: OptionView, value: string, fault: (text: string) => void) => Promise<string>} Try */

/** @param {OptionView} option */
export function title(option) {
  return maybe(`web option ${option.name}`) ?? option.name;
}

/**
 * @param {OptionView} option
 * @param {string} value
 */
export function choiceName(option, value) {
  return maybe(`web option ${option.name} ${value}`) ?? maybe(`web option ${value}`) ?? value;
}

/** @param {OptionView} option */
function help(option) {
  return h("p", { class: "help", id: `about-${option.name}` }, speak(option.about));
}

/**
 * @param {OptionView} option
 * @param {string} value
 * @param {Try} tryValue
 */
function choiceField(option, value, tryValue) {
  const choice = segments(
    option.name,
    title(option),
    option.choices.map((name) => [name, choiceName(option, name)]),
    value,
    (wanted) => void tryValue(option, wanted, choice.fault),
  );
  choice.element.append(help(option));
  return choice.element;
}

/**
 * @param {OptionView} option
 * @param {string} value
 * @param {Try} tryValue
 */
function selectField(option, value, tryValue) {
  const id = `option-${option.name}`;
  const select = h(
    "select",
    {
      id,
      "aria-describedby": `about-${option.name}`,
      onchange: () => void tryValue(option, select.value, outer.fault),
    },
    option.choices.map((name) => h("option", { value: name, selected: name === value }, choiceName(option, name))),
  );
  const outer = field(h("div", {}, h("label", { for: id }, title(option)), select, help(option)));
  return outer.element;
}

/**
 * @param {OptionView} option
 * @param {string} value
 * @param {Try} tryValue
 */
function valueField(option, value, tryValue) {
  const id = `option-${option.name}`;
  const input = h("input", {
    type: "text",
    id,
    value,
    autocomplete: "off",
    onchange: () => void tryValue(option, input.value.trim() || option.default, outer.fault),
  });
  const outer = field(h("div", {}, h("label", { for: id }, title(option)), input, help(option)), input);
  return outer.element;
}

/**
 * @param {OptionView} option
 * @param {string} value
 * @param {Try} tryValue
 */
function boardField(option, value, tryValue) {
  const id = `option-${option.name}`;
  const input = h("input", {
    type: "text",
    id,
    class: "mono",
    value,
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => void take(input.value.trim() || option.default),
  });
  /** @param {string} wanted */
  async function take(wanted) {
    input.value = await tryValue(option, wanted, outer.fault);
  }
  /**
   * @param {string} text
   * @param {string} wanted
   */
  const button = (text, wanted) =>
    h("button", { class: "button quiet small", type: "button", onclick: () => void take(wanted) }, text);
  const outer = field(
    h(
      "div",
      {},
      h("label", { for: id }, `${title(option)}: ${speak(option.about)}`),
      h(
        "div",
        { class: "beside" },
        input,
        button(t("web shuffle"), "random"),
        /\bfair\b/.test(option.expects) ? button(t("web fair"), "fair") : null,
        button(t("web standard board"), option.default),
      ),
    ),
    input,
  );
  return outer.element;
}
