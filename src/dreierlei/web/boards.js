/**
 * Assembles boards from tiles: a game's declaration has the tiles as data (`OptionView.kit`), and the view of the default
 * board has everything else. So a randomly drawn board needs no server.
 *
 *     const code = drawn(option, "random")
 *     const view = laid(game, usual, option, code)      // the VariantView of that board
 */

/** A random integer from 0 to count - 1. @param {number} count */
function below(count) {
  return Math.floor(Math.random() * count);
}

/**
 * The code of a randomly drawn board, for a value that stands for one (such as "random"); null for any other value.
 *
 * @param {OptionView} option
 * @param {string} value
 * @returns {string | null}
 */
export function drawn({ kit, drawn: values, default: usual }, value) {
  if (!kit || !values.includes(value)) return null;
  const chosen = kit.drawn[value];
  if (chosen) return chosen[below(chosen.length)] ?? null;
  const tiles = [...kit.tiles];
  return codes(kit, usual)
    .map(() => Object.keys(tiles.splice(below(tiles.length), 1)[0] ?? {}))
    .map((sides) => sides[below(sides.length)])
    .join("");
}

/**
 * The tile sides that a code names; empty if two of them belong to the same tile or one is unknown.
 *
 * @param {KitView} kit
 * @param {string} code
 */
function codes({ tiles }, code) {
  const rest = [...tiles];
  const named = [];
  for (let at = 0; at < code.length; ) {
    const tile = rest.findIndex((sides) => Object.keys(sides).some((side) => code.startsWith(side, at)));
    const side = Object.keys(rest[tile] ?? {}).find((one) => code.startsWith(one, at));
    if (side === undefined) return [];
    rest.splice(tile, 1);
    named.push(side);
    at += side.length;
  }
  return named;
}

/**
 * The same variant on another board; null if the code does not name as many tiles as the default board has.
 *
 * @param {GameView} game
 * @param {VariantView} usual the variant on the default board
 * @param {OptionView} option
 * @param {string} code
 * @returns {VariantView | null}
 */
export function laid(game, usual, option, code) {
  const { kit } = option;
  if (!kit || usual.core === null) return null;
  const sides = codes(kit, code);
  if (sides.length === 0 || sides.length !== codes(kit, option.default).length) return null;
  const { places } = usual.layout;
  /** For each place, the index of a place of the default board with the same ground. @type {number[]} */
  const like = [];
  const remaining = sides.map((side) => [...(kit.tiles.find((tile) => side in tile)?.[side] ?? "")]);
  for (const { group } of places) {
    const letter = remaining[group ?? 0]?.shift();
    like.push(places.findIndex((place) => place.letter === letter));
  }
  const options = { ...usual.options, [option.name]: code };
  const chosen = game.options.filter(({ name, default: value }) => options[name] !== value);
  const id = `${game.id}:${chosen.map(({ name }) => `${name}=${options[name]}`).join(",")}`;
  const tags = chosen.flatMap(({ name, tag }) => [tag, options[name] ?? ""]);
  return {
    ...usual,
    id,
    options,
    labels: { ...usual.labels, [option.name]: words(kit, sides) },
    layout: {
      ...usual.layout,
      places: places.map((place, index) => {
        const { tint, letter, sign } = places[like[index] ?? 0] ?? place;
        return { ...place, tint, letter, sign };
      }),
    },
    cells: like.map((index) => usual.cells[index] ?? null),
    core: declaration(usual.core, kit.table, like, id, tags),
  };
}

/**
 * @param {KitView} kit
 * @param {string[]} sides
 * @returns {Words}
 */
function words({ names, title }, sides) {
  const label = (/** @type {keyof Words} */ language) =>
    `${title[language]} ${sides.map((side) => names[side]?.[language]).join(", ")}`;
  return { de: label("de"), en: label("en"), lb: label("lb") };
}

/**
 * @param {string} usual
 * @param {string} table
 * @param {number[]} like
 * @param {string} id
 * @param {string[]} tags
 */
function declaration(usual, table, like, id, tags) {
  const pick = (/** @type {string[]} */ values) => like.map((index) => values[index] ?? "");
  return usual
    .split("\n")
    .map((line) => {
      const [kind = "", name = "", ...values] = line.split("\t");
      if (kind === "table" && name === table) return [kind, name, pick((values[0] ?? "").split(" ")).join(" ")].join("\t");
      if (kind === "shown" && name === "grounds") return [kind, name, ...pick(values)].join("\t");
      if (kind === "shown" && name === "id") return [kind, name, id].join("\t");
      if (kind === "words" && name === "tags") return [kind, name, ...tags].join("\t");
      return line;
    })
    .join("\n");
}
