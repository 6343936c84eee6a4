/**
 * The core, compiled to WebAssembly: rules, search and solvers as on the server, with the same answers.
 *
 *     const module = await WebAssembly.compile(…)   // the file named by moduleOf(declaration)
 *     const core = await createCore(module, { tell: (analysis) => …, stopped: () => false })
 *     const variant = core.declare(declaration)
 *     core.view(variant, { from, moves })       // a PositionView
 *     core.analyse(variant, { from, moves }, { seconds: 1 })
 *     core.choose(variant, { from, moves }, 3, seed)   // the computer's move at a level, as text
 *
 * `from` is the line of a position, or empty for the start of the game. Invalid questions throw. Every function
 * blocks until it has its answer, so a worker runs them, never the page itself. `cpp/wasm/module.cpp` is the other side.
 *
 * `choose` returns the same move as `dreierlei.levels.choose` for the same position, level and seed (any text, or a whole
 * number). The levels below full strength are limited by nodes rather than time, so that their moves depend on nothing else.
 * Full strength thinks for up to a second, or `seconds`. A level that the game does not have is played as the next lower one.
 * `match` is for games whose rounds can be given up (the match rule's `give_up`), as in `dreierlei.levels.choose_in_match`: the
 * points of White, who began this round, and of Black, and the points that win the match; the answer is then null if the
 * computer gives up the round.
 */

/**
 * @typedef {{ from?: string, moves?: readonly string[] }} Reached
 * @typedef {{ line: string, plies: number }} Task a position, and in how many plies the player to move wins
 * @typedef {{ seconds?: number, depth?: number, nodes?: number }} Limits 0 or nothing: no limit
 * @typedef {{ known: boolean, winner: Side | null, plies: number | null, line: string[], nodes: number }} Verdict
 * @typedef {Awaited<ReturnType<typeof createCore>>} Core
 * @typedef {Pick<MatchView, "number" | "white" | "round" | "score" | "turn" | "position" | "line" | "start" | "games" |
 *   "outcome" | "result" | "stake" | "swap" | "over" | "winner" | "thinking" | "offers" | "answer">
 *   & { clock: Pick<ClockView, "left" | "running">, back: number | null, next_white: Player }} MatchState
 *   `back`: the plies that a takeback takes back; `next_white`: who is White in the game after this one
 */

/**
 * The file next to this one that has the core for a declaration: there is one for each family of rules.
 *
 * @param {string} declaration
 */
export function moduleOf(declaration) {
  return `${/^family\t(\w+)$/m.exec(declaration)?.[1] ?? ""}.wasm`;
}

/**
 * The same, with the tables of values that some families have in addition.
 *
 * @param {string} declaration
 */
export function wholeModuleOf(declaration) {
  const family = /^tables\t(\w+)$/m.exec(declaration)?.[1];
  return family ? `${family}-tables.wasm` : moduleOf(declaration);
}

/** What the computer prefers among equal moves, in the order of the core's numbers. @type {readonly Style[]} */
const STYLES = ["plain", "solid", "daring", "tricky"];
const MEGABYTES = 64;
const MOST_DEPTH = 2 ** 31 - 1;

/**
 * @param {WebAssembly.Module} module
 * @param {object} [hooks]
 * @param {(news: any) => void} [hooks.tell] called with the results of a search or a review so far
 * @param {() => boolean} [hooks.stopped] whether a search should end; called about twenty times a second
 * @param {WebAssembly.Memory} [hooks.shared] for a module with threads
 * @param {number} [hooks.threads] how many a search limited only by time may use
 */
export async function createCore(module, { tell = () => {}, stopped = () => false, shared, threads = 1 } = {}) {
  const { exports } = await WebAssembly.instantiate(module, {
    page: { tell: () => tell(JSON.parse(answer())), stopped: () => Number(stopped()), now: () => performance.now() },
    ...(shared && { env: { memory: shared } }),
  });
  /** @type {WebAssembly.Memory} */
  const memory = shared ?? /** @type {any} */ (exports.memory);
  const functions = /** @type {Record<string, (...numbers: number[]) => number>} */ (exports);
  const call = (/** @type {string} */ name, /** @type {number[]} */ ...numbers) => functions[name]?.(...numbers) ?? 0;
  call("_initialize");
  call("use_threads", threads);

  /** @param {string | Uint8Array} text @returns {number} its length in bytes */
  function write(text) {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const at = call("question", bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  function answer() {
    // Browsers refuse to decode shared memory, so this decodes a copy.
    return new TextDecoder().decode(new Uint8Array(memory.buffer, call("answer"), call("answer_size")).slice());
  }

  /**
   * @param {string} name
   * @param {number} variant
   * @param {Reached} reached
   * @param {string} rest
   * @param {number[]} numbers
   */
  function ask(name, variant, { from = "", moves = [] }, rest = "", ...numbers) {
    const size = write([from, moves.join(" "), rest].join("\n"));
    if (!call(name, variant, size, ...numbers)) throw new Error(answer());
    return JSON.parse(answer());
  }

  return {
    /** @param {string} declaration @returns {number} the variant's number for the other functions */
    declare(declaration) {
      if (!call("declare", write(declaration))) throw new Error(answer());
      return Number(answer());
    },
    /** How many threads are searching, when called during a search. */
    threads: () => call("threads_at_work") || 1,
    /** How many nodes of the last analysis, or of the current one so far, were visited by threads other than the first. */
    nodesOfHelpers: () => call("nodes_of_helpers"),
    /** @param {number} variant @param {Reached} reached @returns {PositionView} */
    view: (variant, reached) => ask("view", variant, reached),
    /**
     * Why no legal move begins with these targets; null if one does.
     *
     * @param {number} variant @param {Reached} reached @param {readonly string[]} targets
     * @returns {MessageView | null}
     */
    whyNot: (variant, reached, targets) => ask("why_not", variant, reached, targets.join(" ")),
    /**
     * The state of a match that follows from its terms and the entries of its log.
     *
     * @param {number} variant
     * @param {string} from the line of the position that the first game begins from; empty: the start of the game
     * @param {readonly string[]} entries the terms, then the events, in the format of `cpp/wasm/match.hpp`
     * @param {number} at milliseconds since 1970
     * @returns {MatchState}
     */
    match(variant, from, entries, at) {
      if (!call("match", variant, write([from, ...entries].join("\n")), at)) throw new Error(answer());
      return JSON.parse(answer());
    },
    /**
     * The games of a match in the text format of records; or as SGF, for games that have a number there.
     *
     * @param {number} variant
     * @param {string} from
     * @param {readonly string[]} entries
     * @param {readonly [string, string]} names
     * @param {boolean} [sgf]
     * @returns {string}
     */
    record(variant, from, entries, names, sgf = false) {
      const size = write([...names.map((name) => name.replaceAll("\n", " ")), from, ...entries].join("\n"));
      if (!call("record", variant, size, Number(sgf))) throw new Error(answer());
      return answer();
    },
    /**
     * The numbers of the legal moves, and how many moves the variant has in all.
     *
     * @param {number} variant @param {Reached} reached
     * @returns {{ size: number, legal: number[] }}
     */
    actions: (variant, reached) => ask("actions", variant, reached),
    /** @param {number} variant @param {Reached} reached @param {number} depth @returns {number} */
    perft: (variant, reached, depth) => ask("perft", variant, reached, "", depth),
    /**
     * Random games: white wins, draws, black wins, plies.
     *
     * @param {number} variant @param {Reached} reached @param {number} games @param {number} seed
     * @returns {[number, number, number, number]}
     */
    playouts: (variant, reached, games, seed = 0) => ask("playouts", variant, reached, "", games, seed),
    /**
     * Limited only by depth or nodes, the answer is deterministic.
     *
     * @param {number} variant
     * @param {Reached} reached
     * @param {Limits & { lines?: number, candidates?: readonly string[], keep?: boolean }} [how]
     *   `keep`: reuse the transposition table of the last search
     * @returns {AnalysisView}
     */
    analyse(variant, reached, { seconds = 0, depth = 0, nodes = 0, lines = 1, candidates = [], keep = false } = {}) {
      const numbers = [seconds, Math.min(depth, MOST_DEPTH), nodes, lines, keep ? 0 : MEGABYTES];
      return ask("analyse", variant, reached, candidates.join(" "), ...numbers);
    },
    /**
     * The exact value, where the game has a solver.
     *
     * @param {number} variant @param {Reached} reached @param {Limits} [limits]
     * @returns {Verdict}
     */
    solve: (variant, reached, { seconds = 0, nodes = 0 } = {}) => ask("solve", variant, reached, "", seconds, nodes),
    /**
     * The exact values of a position and of each move from it; a move that is not listed was not decided within its limit.
     * Null where the game has no solver here. `seconds` limits the whole call, the other limits apply to each move.
     *
     * @param {number} variant
     * @param {Reached} reached
     * @param {{ seconds?: number, moveSeconds?: number, moveNodes?: number }} [limits]
     * @returns {ValuesView | null}
     */
    values: (variant, reached, { seconds = 0, moveSeconds = 0, moveNodes = 0 } = {}) =>
      ask("values", variant, reached, "", seconds, moveSeconds, moveNodes),
    /**
     * Reviews the game that led to a position, and reports through `tell`: the value of each position, from the last to the
     * first, each followed by a verdict on a move that changed the result, then the moments that decided the game. Each
     * position has these limits for a proof, and again for a search.
     *
     * @param {number} variant @param {Reached} reached @param {Limits} [limits]
     * @returns {null}
     */
    review: (variant, reached, { seconds = 0, nodes = 0 } = {}) => ask("review", variant, reached, "", seconds, nodes),
    /**
     * Judges the moves tried at a puzzle, with the replies between them.
     *
     * @param {number} variant @param {Task} task @param {readonly string[]} moves
     * @returns {AttemptView}
     */
    attempt: (variant, { line, plies }, moves) => ask("attempt", variant, { from: line }, moves.join(" "), plies, 0),
    /**
     * The move that wins after these moves, for a hint.
     *
     * @param {number} variant @param {Task} task @param {readonly string[]} moves
     * @returns {MoveView | null}
     */
    solution: (variant, { line, plies }, moves) => ask("attempt", variant, { from: line }, moves.join(" "), plies, 1),
    /**
     * A position of somebody's game as a puzzle; null unless a short proof finds that the player to move wins soon enough.
     *
     * @param {number} variant @param {Reached} reached
     * @returns {PuzzleView | null}
     */
    ownPuzzle(variant, reached) {
      const { line } = ask("view", variant, reached, "");
      /** @type {PositionView} */
      const position = ask("view", variant, { from: line }, "");
      /** @type {number | null} */
      const plies = ask("won_in", variant, { from: line }, "");
      const game = position.variant.split(":")[0] ?? "";
      return plies === null ? null : { id: "own", game, plies, grade: null, difficulty: 0, line, position };
    },
    /**
     * Sets the opening book that full strength uses for this variant from now on.
     *
     * @param {number} variant
     * @param {string} book a line for each position: its canonical text, a tab, and its value to the player to move
     */
    book(variant, book) {
      if (!call("book", variant, write(book))) throw new Error(answer());
    },
    /**
     * The tables that this core has computed for a variant, so that another core need not; null while there are none.
     *
     * @param {number} variant
     * @returns {Uint8Array | null}
     */
    tables(variant) {
      if (!call("tables", variant)) throw new Error(answer());
      return call("answer_size") ? new Uint8Array(memory.buffer, call("answer"), call("answer_size")).slice() : null;
    },
    /** @param {number} variant @param {Uint8Array} tables from another core */
    takeTables(variant, tables) {
      if (!call("take", variant, write(tables))) throw new Error(answer());
    },
    /**
     * The computer's move; null if it gives up the round, "swap" if it swaps sides.
     *
     * @param {number} variant
     * @param {Reached} reached
     * @param {number} level from 1 to 10
     * @param {string | number} seed
     * @param {{ seconds?: number, match?: { white: number, black: number, goal: number } | null, swap?: number, style?: Style,
     *   book?: string }} [how] `swap`: the moves after which players may swap sides, if they have not done so; 0: they may not;
     *   `book`: as for the function `book`
     * @returns {string | null}
     */
    choose(variant, reached, level, seed, { seconds = 0, match = null, swap = 0, style = "plain", book = "" } = {}) {
      if (book) this.book(variant, book);
      const { white, black, goal } = match ?? { white: 0, black: 0, goal: 0 };
      return ask("choose", variant, reached, String(seed), level, seconds, white, black, goal, swap, STYLES.indexOf(style));
    },
    /**
     * The computer's answer to a draw offer: "drawn", "worse" and "even" accept it, "better" and "early" decline it.
     *
     * @param {number} variant
     * @param {Reached} reached
     * @param {Side} side the computer's
     * @param {number} [seconds] for a proof, and as many again for a search; 0: no limit
     * @returns {"drawn" | "worse" | "even" | "better" | "early"}
     */
    answerDraw: (variant, reached, side, seconds = 0) =>
      ask("answer_draw", variant, reached, "", Number(side === "black"), seconds, reached.moves?.length ?? 0),
  };
}
