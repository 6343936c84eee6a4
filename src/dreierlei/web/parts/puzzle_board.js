/**
 * A puzzle on its board: takes moves, shows the replies, and refutes wrong moves.
 *
 *     const solving = await createPuzzle(frame, puzzle, app, {
 *       say: (text) => …,             // the text to show
 *       solved: (helped) => …,        // it is solved; `helped` if a hint was needed
 *       wrong: () => …,               // a move was wrong; its refutation is being shown
 *       refuted: () => …,             // the refutation has been shown: `solving.retry()` returns to before that move
 *     });
 *     solving.restart(); solving.hint(); solving.task; solving.destroy();
 */

import { post, variant } from "../api.js";
import { judge } from "../core/local.js";
import { t } from "../i18n.js";
import { createBoard } from "../board/board.js";
import { moveWords } from "../board/speech.js";
import { sentence } from "./buttons.js";
import { moveMarks } from "./values.js";

const PAUSE = 700;

/**
 * @typedef {object} Listener
 * @property {(text: string) => void} say
 * @property {(helped: boolean) => void} solved
 * @property {() => void} wrong
 * @property {() => void} refuted
 */

/**
 * @param {HTMLElement} frame
 * @param {PuzzleView} puzzle
 * @param {import("../app.js").App} app
 * @param {Listener} on
 * @param {boolean} [own] whether it is a position of somebody's own game
 */
export async function createPuzzle(frame, puzzle, app, on, own = false) {
  const bottom = puzzle.position.turn;
  const opponent = t(bottom === "white" ? "black" : "white");
  const task = t("study.puzzle-task", { name: t(bottom), plies: puzzle.plies });
  const shownVariant = await variant(puzzle.position.variant);
  const query = own ? `?${new URLSearchParams({ from: puzzle.position.line })}` : "";
  const path = `/api/puzzles/${own ? "own" : puzzle.id}`;
  /** The solver's correct moves, and the position after the replies to them. @type {string[]} */
  let right = [];
  let current = puzzle.position;
  let hints = 0;
  /** Whether a hint was used in this attempt. */
  let helped = false;
  let busy = false;
  let timer = 0;
  const board = createBoard(frame, {
    variant: shownVariant,
    label: task,
    announce: app.announce,
    onMove: (text) => void attempt(text),
    onRefused: on.say,
  });

  /**
   * @param {PositionView} position
   * @param {import("../board/board.js").Showing} [showing]
   */
  function draw(position, showing = {}) {
    board.set(position, { bottom, ...showing });
  }

  /** @param {() => void} next */
  function soon(next, pause = PAUSE) {
    timer = setTimeout(next, pause);
  }

  function restart() {
    clearTimeout(timer);
    [right, current, hints, helped, busy] = [[], puzzle.position, 0, false, false];
    on.say(task);
    draw(current, { canMove: true, last: false });
  }

  function retry() {
    clearTimeout(timer);
    busy = false;
    on.say(right.length > 0 ? t("study.try-from-here") : task);
    draw(current, { canMove: true, last: right.length > 0 });
    board.focus();
  }

  /** @param {RefutationView} refutation */
  function why({ kind, moves, plies }) {
    const move = moves[0] === undefined ? "" : moveWords(shownVariant, moves[0]);
    if (kind === "slower") return t("study.refuted-slower", { plies: (plies ?? 0) + 1 });
    const key = kind === "loses" && plies === 1 ? "study.refuted-at-once" : `study.refuted-${kind}`;
    return t("study.refuted", { why: t(key, { name: opponent, move, plies: plies ?? "" }) });
  }

  /** @param {RefutationView} refutation */
  function refute(refutation) {
    on.say(why(refutation));
    on.wrong();
    const steps = [...refutation.steps];
    const show = () => {
      const step = steps.shift();
      if (!step) return on.refuted();
      draw(step, { animate: true });
      soon(show, steps.length > 0 ? 2 * PAUSE : PAUSE);
    };
    soon(show);
  }

  /**
   * Asks the core in this page, or the server if the core is not loaded.
   *
   * @param {"attempt" | "solution"} what
   * @param {string[]} moves
   */
  function ask(what, moves) {
    const task = { line: puzzle.position.line, plies: puzzle.plies };
    const askServer = () => post(`${path}/${what === "attempt" ? "attempts" : "hint"}${query}`, { moves });
    return judge(shownVariant, what, task, moves).catch(askServer);
  }

  /** @param {string} text */
  async function attempt(text) {
    busy = true;
    /** @type {AttemptView} */
    let judged;
    try {
      judged = await ask("attempt", [...right, text]);
    } catch (error) {
      busy = false;
      app.alert(sentence(error));
      draw(current, { canMove: true });
      return;
    }
    const [mine, answer] = judged.steps.slice(judged.state === "open" ? -2 : -1);
    if (mine) draw(mine, { animate: true });
    if (judged.refutation) {
      refute(judged.refutation);
    } else if (judged.state === "solved" || !answer) {
      on.say(t(helped ? "study.solved-with-a-hint" : "study.solved"));
      on.solved(helped);
    } else {
      [right, current, hints] = [[...right, text], answer, 0];
      on.say(t("study.right", { plies: judged.plies }));
      soon(() => {
        busy = false;
        draw(current, { canMove: true, animate: true });
      });
    }
  }

  /** Gives the first target of the move, then the whole move. */
  async function hint() {
    if (busy) return;
    helped = true;
    try {
      /** @type {MoveView} */
      const move = await ask("solution", right);
      if (busy) return;
      hints += 1;
      const whole = hints > 1 || move.targets.length === 1;
      const pointed = whole ? move : { ...move, targets: move.targets.slice(0, 1) };
      on.say(
        whole
          ? t("study.hint-move", { move: moveWords(shownVariant, move.text) })
          : t("study.hint-first", { spot: moveWords(shownVariant, move.targets[0] ?? "") }),
      );
      draw(current, { canMove: true, marks: moveMarks(pointed) });
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  frame.dataset.puzzle = puzzle.id;
  restart();
  return {
    task,
    restart,
    retry,
    hint,
    destroy() {
      clearTimeout(timer);
      board.destroy();
    },
  };
}
