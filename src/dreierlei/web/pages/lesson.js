/** A lesson: an idea in words, a task on the board, and an explanation of mistakes. */

import { h, replace } from "../dom.js";
import { game as gameOf, get, position, variant } from "../api.js";
import { speak, t } from "../i18n.js";
import { settings, still } from "../settings.js";
import { createBoard } from "../board/board.js";
import { beginMatch } from "../local/founding.js";
import { button, sentence } from "../parts/buttons.js";
import { complete, completed, fits, GIVE_UP, mistakeOf, written } from "../parts/lessons.js";
import { moveMarks } from "../parts/values.js";

/** @typedef {import("../app.js").App} App */

/** Milliseconds from the learner's move to the opponent's, unless reduced motion is preferred. */
const MOMENT = 700;

/** @type {import("../app.js").Page["show"]} */
export async function show(root, params, app) {
  const game = await gameOf(params.game ?? "");
  const name = speak(game.names);
  app.title(t("learn.game", { game: name }));
  /** @type {CourseView} */
  const course = await get(`/api/lessons/${game.id}?language=${settings.language}`);
  if (course.lessons.length === 0) {
    const back = h("a", { class: "button quiet", href: "/learn" }, t("learn.title"));
    replace(root, h("h1", {}, name), h("p", {}, t("learn.none", { game: name })), h("p", { class: "actions" }, back));
    return undefined;
  }
  const done = completed(game);
  const wanted = course.lessons.findIndex((lesson) => lesson.name === params.lesson);
  const next = course.lessons.findIndex((lesson) => !done.includes(lesson.name));
  return teach(root, app, game, course, Math.max(0, wanted >= 0 ? wanted : next));
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {GameView} game
 * @param {CourseView} course
 * @param {number} number
 */
async function teach(root, app, game, course, number) {
  const lesson = /** @type {LessonView} */ (course.lessons[number]);
  const shown = await variant(lesson.position.variant);
  const bottom = lesson.position.turn;
  const last = number === course.lessons.length - 1;
  let turnNumber = 0;
  let reached = lesson.position;
  /** What was played from the lesson's position, replies included. @type {string[]} */
  let moves = [];
  let over = false;
  let hinted = false;

  const frame = h("div", { class: "lesson-board" });
  // All tasks occupy the same place, so that the board does not shift from one task to the next.
  const tasks = lesson.turns.map(({ task }) => h("span", {}, task));
  const feedback = h("div", { class: "lesson-feedback", role: "status" });
  const steps = h("ol", {});
  const helpButton = button(t("learn.show"), help, "quiet");
  const giveUp = button(t("web.give-up"), () => void answer(GIVE_UP), "quiet");
  const retry = button(t("learn.try"), () => restore(true), "");
  const again = button(t("learn.again"), restart, "quiet");
  const onward = last
    ? button(t("learn.play"), () => void play(), "quiet")
    : h("a", { class: "button quiet", href: address(number + 1) }, t("learn.next"));
  const board = createBoard(frame, {
    variant: shown,
    label: lesson.title,
    announce: app.announce,
    onMove: (text) => void answer(text),
    onStep: step,
    onRefused: refuse,
  });

  /** @param {number} index */
  function address(index) {
    return `/learn/${game.id}?lesson=${course.lessons[index]?.name}`;
  }

  /**
   * @param {"right" | "wrong" | "plain"} kind
   * @param {string} text
   */
  function say(kind, text) {
    const verdict = kind === "plain" ? null : h("strong", {}, t(`learn.${kind}`), " ");
    replace(feedback, text || verdict ? h("p", { class: kind }, verdict, text) : null);
  }

  function turn() {
    return lesson.turns[turnNumber];
  }

  /**
   * Shows the learner's current position, ready for the next move.
   *
   * @param {boolean} [focus] whether the board gets the keyboard focus
   * @param {boolean} [animate]
   */
  function restore(focus = false, animate = false) {
    hinted = false;
    retry.hidden = true;
    helpButton.hidden = over;
    giveUp.hidden = over || !turn()?.offers_give_up;
    again.hidden = !over && moves.length === 0;
    tasks.forEach((task, index) => task.classList.toggle("current", index === Math.min(turnNumber, tasks.length - 1)));
    board.set(reached, {
      bottom,
      canMove: !over,
      animate,
      // Before the learner has moved, the last move matters only where a rule looks at it.
      last: moves.length > 0 || shown.fields.some((field) => field.kind === "place"),
      marks: moves.length === 0 ? lesson.marks : [],
    });
    if (focus) board.focus();
  }

  function restart() {
    [turnNumber, reached, moves, over] = [0, lesson.position, [], false];
    say("plain", "");
    restore(true);
  }

  /** @param {string} text a move, or giving up */
  async function answer(text) {
    const current = turn();
    if (!current) return;
    const right = fits(text, current.right);
    const mistake = right ? undefined : mistakeOf(current, [text]);
    try {
      let after = reached;
      const played = [...moves];
      if (text !== GIVE_UP) {
        played.push(text);
        after = await position(lesson.position.line, played);
        board.set(after, { bottom, animate: true });
      }
      if (!right) say("wrong", mistake?.says ?? current.otherwise ?? "");
      const reply = right ? current.replies.find((each) => after.moves.some((move) => move.text === each)) : mistake?.reply;
      if (reply) {
        played.push(reply);
        after = await position(lesson.position.line, played);
        await board.settled();
        if (!still()) await new Promise((resolve) => setTimeout(resolve, MOMENT));
        if (!right) board.set(after, { bottom, animate: true });
      }
      if (right) advance(after, played, Boolean(reply));
      else miss();
    } catch (error) {
      app.alert(sentence(error));
      restore();
    }
  }

  /**
   * Shows what comes next in a move, without the lesson's marks, which show where stones were before it.
   *
   * @param {import("../board/board.js").Step} step
   */
  function step({ chosen }) {
    say("plain", chosen.length > 0 ? board.prompt() : "");
    if (chosen.length > 0 && !hinted) board.set(reached, { bottom, canMove: true });
  }

  /** A mistake stays on the board until the learner has seen it. */
  function miss() {
    retry.hidden = false;
    helpButton.hidden = giveUp.hidden = again.hidden = true;
    retry.focus({ preventScroll: true });
  }

  /**
   * @param {PositionView} after
   * @param {string[]} played
   * @param {boolean} animate
   */
  function advance(after, played, animate) {
    [reached, moves, turnNumber] = [after, played, turnNumber + 1];
    over = turnNumber === lesson.turns.length;
    if (!over) {
      say("right", "");
      restore(true, animate);
      return;
    }
    complete(game.id, lesson.name);
    say("right", last ? `${lesson.done} ${t("learn.finished")}` : lesson.done);
    showSteps();
    restore(false, animate);
    onward.classList.remove("quiet");
    onward.focus({ preventScroll: true });
  }

  /**
   * Explains why a move is illegal, in the lesson's own words or in those of the rules.
   *
   * @param {string} reason
   * @param {string[]} chosen
   * @param {string} spot
   */
  function refuse(reason, chosen, spot) {
    const current = turn();
    const mistake = current && mistakeOf(current, written(shown, chosen, spot));
    say("wrong", mistake?.says ?? reason);
  }

  function help() {
    const current = turn();
    if (!current) return;
    const move = reached.moves.find(({ text }) => fits(text, current.right));
    const names = move ? move.targets.map(targetName) : [t("web.give-up")];
    board.cancel();
    hinted = true;
    say("plain", t("learn.hint", { targets: names.join(", ") }));
    board.set(reached, { bottom, canMove: true, marks: move ? moveMarks(move) : [] });
    if (move) board.focus();
    else giveUp.focus();
  }

  /** @param {string} text */
  function targetName(text) {
    const target = shown.targets.find((candidate) => candidate.text === text);
    if (target?.words) return speak(target.words);
    return shown.layout.places[target?.place ?? -1]?.name ?? text;
  }

  /** Starts a first real game, as White against the weakest level. */
  async function play() {
    try {
      /** @type {import("../local/kept.js").Wanted} */
      const wanted = { variant: game.id, opponent: { kind: "computer", level: 1, style: "plain" }, colour: "white" };
      const match = await beginMatch({ ...wanted, name: settings.name || null }, game);
      app.go(`/match/${match.id}`);
    } catch (error) {
      app.alert(sentence(error));
    }
  }

  function showSteps() {
    const done = completed(game);
    replace(
      steps,
      course.lessons.map((listed, index) => {
        const key = done.includes(listed.name) ? "learn.lesson-done" : "learn.lesson";
        const name = t(key, { number: index + 1, title: listed.title });
        return h(
          "li",
          {},
          h(
            "a",
            {
              href: address(index),
              class: done.includes(listed.name) ? "done" : null,
              "aria-current": index === number ? "step" : null,
              "aria-label": name,
              title: name,
            },
            index + 1,
          ),
        );
      }),
    );
  }

  showSteps();
  replace(
    root,
    h(
      "div",
      { class: "lesson", "data-lesson": lesson.name },
      h("nav", { class: "lesson-steps", "aria-label": t("learn.all", { game: speak(game.names) }) }, steps),
      h(
        "section",
        { class: "lesson-text" },
        h(
          "p",
          { class: "lesson-number quiet-text" },
          h("a", { href: "/learn" }, t("web.way-learn")),
          ` · ${speak(game.names)} · ${t("learn.number", { number: number + 1, of: course.lessons.length })}`,
        ),
        h("h1", {}, lesson.title),
        h("p", {}, lesson.text),
        h("p", { class: "lesson-task" }, tasks),
      ),
      frame,
      h(
        "section",
        { class: "lesson-side", "aria-label": lesson.title },
        feedback,
        h(
          "p",
          { class: "actions" },
          retry,
          helpButton,
          giveUp,
          again,
          number > 0 && h("a", { class: "button quiet", href: address(number - 1) }, t("learn.back")),
          onward,
        ),
      ),
    ),
  );
  restore();
  return () => board.destroy();
}
