/** The page of a match: board, players, moves and actions; for players and spectators. */

import { h, replace } from "../dom.js";
import { t, speak, message } from "../i18n.js";
import { game as gameOf, variant as variantOf, position as positionOf } from "../api.js";
import { sound } from "../sound.js";
import { openMatch } from "../source.js";
import { createBoard } from "../board/board.js";
import { moveWords } from "../board/speech.js";
import { actionBar, offerBox } from "../parts/actions.js";
import { button, sentence as errorText } from "../parts/buttons.js";
import { left } from "../parts/clock.js";
import { counterList, gameList } from "../parts/counters.js";
import { createHint } from "../parts/hint.js";
import { invitation } from "../parts/invite.js";
import { beginner, moveList } from "../parts/moves.js";
import { playerName, playerOf, sideOf, other } from "../parts/names.js";
import { compare, createPast } from "../parts/news.js";
import { createPace } from "../parts/pace.js";
import { playerBar } from "../parts/players.js";
import { createPremove } from "../parts/premove.js";
import { resultPanel } from "../parts/result.js";
import { tell } from "../parts/tell.js";
import { terms } from "../parts/terms.js";

/** Remaining seconds at which a player is warned. */
const WARNINGS = [30, 10];

/** @type {import("../app.js").Page["show"]} */
export async function show(root, params, app) {
  const id = params.id ?? "";
  const source = await openMatch(id);
  let { match } = source;
  if (params.invite && match.yours.length === 0) {
    return app.go(`/join/${id}?${new URLSearchParams({ invite: params.invite })}`, true);
  }
  const variant = await variantOf(match.variant);
  const game = await gameOf(variant.game);
  const title = speak(game.names);
  app.title(title);
  document.body.classList.add("playing");

  /** The ply that is shown; null for the current one. @type {number | null} */
  let ply = null;
  /** Whether a move has been sent: until the answer arrives, no other can be made. */
  let sent = false;
  let written = Date.now();
  let warned = Infinity;
  /** Counts requests, so that a late answer is dropped. */
  let requests = 0;
  /** The next game, while the player still looks at the result of the last one. @type {{ news: MatchView, came: number } | null} */
  let held = null;
  let wentOn = false;
  let refused = ""; // why the last click had no effect, until something happens on the board
  const past = createPast(match, positionOf);

  const hints = createHint(variant, source.hint);
  const doing = { act, hint, say };
  const bars = { top: playerBar(), bottom: playerBar() };
  const box = h("div", { class: "board-box" });
  const heading = h("p", { class: "round" });
  const status = h("p", { class: "status" });
  const stop = h(
    "button",
    { class: "button quiet small", type: "button", onclick: () => act("stop_thinking") },
    t("web.stop"),
  );
  const toNow = h(
    "button",
    { class: "button small", type: "button", onclick: () => step(match.line.length) },
    t("web.to-now"),
  );
  const confirm = h(
    "div",
    { class: "actions confirm", hidden: true },
    h("button", { class: "button", type: "button", onclick: () => board.confirm() }, t("web.confirm")),
    h("button", { class: "button quiet", type: "button", onclick: () => board.cancel() }, t("web.cancel")),
  );
  const following = h("p", { class: "notice", hidden: true });
  const banner = h("p", { class: "notice warn banner", role: "status", hidden: true }, t("web.connection-lost"));
  const result = resultPanel(game, () => void share(), act);
  const offers = offerBox(doing);
  const invite = invitation(app, () => act("cancel"));
  const actions = actionBar(game, doing);
  const moves = moveList(variant, step);
  const counters = counterList(variant);
  const played = gameList();
  // Modules that only some viewers need are loaded on demand.
  const watching =
    match.yours.length === 0 ? (await import("../parts/watching.js")).watchersEngine(id, variant, app) : null;
  const premove = createPremove(variant, cancelPremove);

  const board = createBoard(box, {
    variant,
    onMove: (text) => {
      hints.clear();
      confirm.hidden = true;
      sent = live.send({ v: 1, type: "move", move: text, number: match.number });
      if (!sent) lost();
    },
    onPlace: (spot) => {
      premove.point(spot, Math.max(...match.position.moves.map(({ targets }) => targets.length)));
      draw(false);
    },
    onStep: ({ pending }) => {
      confirm.hidden = pending === null;
      refused = "";
      status.textContent = statusText();
    },
    onRefused: (sentence) => {
      refused = sentence;
      status.textContent = statusText();
      app.announce(sentence);
    },
    announce: app.announce,
  });
  const table = h("div", { class: "table" }, bars.top.element, box, bars.bottom.element);
  table.style.setProperty("--ratio", box.style.getPropertyValue("--ratio"));

  replace(
    root,
    h(
      "div",
      { class: "match" },
      table,
      h(
        "div",
        { class: "side" },
        banner,
        h("h1", {}, title),
        heading,
        h("div", { class: "now" }, status, stop, toNow),
        confirm,
        premove.element,
        counters.element,
        result.element,
        following,
        offers.element,
        invite.element,
        actions.element,
        h(
          "div",
          { class: "actions tools" },
          button(t("web.rules"), () => void showRules()),
          button(t("web.share"), () => void share()),
          watching?.toggle,
        ),
        watching?.element,
        moves.element,
        h("details", { class: "more" }, h("summary", {}, t("web.terms")), terms(match, game, variant), played.element),
        h("p", { class: "keys quiet-text" }, t("web.keys")),
      ),
    ),
  );

  /** @returns {Player} whose bar and hand are below the board: the viewer, or White */
  function below() {
    return match.yours.length === 1 && match.yours[0] !== undefined ? match.yours[0] : match.white;
  }

  function mayMove() {
    if (sent || ply !== null || match.outcome !== null) return false;
    return match.turn !== null && match.yours.includes(match.turn);
  }

  function shown() {
    return ply === null ? match.position : (past.seen(ply) ?? match.position);
  }

  function isTheirTurn() {
    return match.yours.length === 1 && match.turn !== null && !match.yours.includes(match.turn);
  }

  /** Whether the player may choose a premove. */
  function mayPremove() {
    return isTheirTurn() && ply === null && match.clock.setting.kind === "fischer";
  }

  /** @param {boolean} animate */
  function draw(animate) {
    const early = mayPremove();
    premove.update(early);
    board.set(shown(), {
      canMove: mayMove(),
      animate,
      bottom: sideOf(match, below()),
      marks: early ? premove.marks() : ply === null ? hints.marks() : [],
      free: early && "any",
    });
    const names = { game: title, white: playerName(match, match.white), black: playerName(match, other(match.white)) };
    board.element.setAttribute("aria-label", t("web.board-of", names));
  }

  function render() {
    bars.bottom.update(match, below());
    bars.top.update(match, other(below()));
    const all = match.length;
    heading.textContent =
      match.scoring === "points"
        ? t("web.round-to", { n: match.round, all })
        : all > 1
          ? t("web.round-of", { n: match.round, all })
          : "";
    heading.hidden = heading.textContent === "";
    app.title(mayMove() && match.yours.length === 1 ? `• ${title}` : title);
    status.textContent = statusText();
    status.classList.toggle("yours", mayMove());
    stop.hidden = !match.thinking || match.yours.length === 0;
    toNow.hidden = ply === null;
    result.update(match);
    offers.update(match);
    invite.update(match);
    actions.update(match, hints.begun());
    counters.update(match, shown());
    played.update(match);
    watching?.update(match, ply ?? match.line.length);
    moves.update(match.line, ply ?? match.line.length, beginner(match.line.length, match.position.turn));
    following.hidden = match.rematch === null && held === null;
    if (match.rematch) {
      replace(following, t("web.following"), " ", h("a", { href: `/match/${match.rematch}` }, t("web.go-there")));
    }
  }

  function statusText() {
    if (ply !== null) return t("web.looking-back");
    if (match.outcome) return "";
    const free = match.seats.some((seat) => seat.name === null && seat.computer === null);
    if (match.over) return t(free ? "web.invite-cancelled" : "web.match-ended");
    if (free) return t("web.wait-join");
    if (match.thinking) return t("web.thinking");
    const watching = match.yours.length === 0 ? `${t("web.watching")} ` : "";
    if (match.turn === null) return watching;
    if (refused && mayMove()) return refused;
    const yours = match.yours.length === 1 && match.yours[0] === match.turn;
    const turn = yours ? t("web.you-to-move") : watching + t("web.to-move", { name: playerName(match, match.turn) });
    const swap =
      match.swap === "open" && mayMove()
        ? t("web.may-swap", { side: t(sideOf(match, other(match.turn))) })
        : match.swap === "begins" && match.swap_after > 1
          ? t("web.swap-opening", { n: match.swap_after, done: match.line.length })
          : "";
    return `${turn} ${board.prompt()} ${swap}`.trim();
  }

  /**
   * @param {MatchView} news
   * @param {number} came
   */
  function receive(news, came) {
    const before = match;
    // The opponent may continue at once; the result stays on this page until the player continues as well.
    if (news.round > before.round && before.outcome && news.yours.length === 1 && !wentOn) {
      held = { news, came };
      replace(following, t("web.went-on", { name: playerName(news, other(below())) }));
      following.hidden = false;
      return;
    }
    [held, wentOn] = [null, false];
    const difference = compare(before, news);
    const { changed, forward } = difference;
    match = news;
    written = came;
    past.take(news, difference);
    if (changed || before.swap !== news.swap) {
      requests++;
      ply = null;
      hints.clear();
      sent = false;
      refused = "";
      confirm.hidden = true;
    }
    if (changed || ply === null) draw(forward);
    render();
    if (match.outcome && !before.outcome) result.element.scrollIntoView({ block: "nearest" });
    tell(app, variant, before, match, forward, statusText());
    playPremove(difference.sameGame && news.line.length >= before.line.length);
    if (news.rematch && !before.rematch && news.yours.length > 0) app.go(`/match/${news.rematch}`);
  }

  function cancelPremove() {
    premove.clear();
    draw(false);
  }

  /** @param {boolean} valid whether this is still the game for which the move was chosen */
  function playPremove(valid) {
    const spots = premove.spots();
    if (spots.length === 0 || (valid && isTheirTurn())) return;
    const fits = valid && mayMove() && premove.fits(match.position);
    premove.clear();
    if (fits) spots.forEach(board.point);
    else if (!match.outcome) app.toast(t("web.premove-dropped"));
  }

  /** @param {number} wanted */
  async function step(wanted) {
    const turn = ++requests;
    const from = ply ?? match.line.length;
    const target = Math.max(0, Math.min(match.line.length, wanted));
    try {
      await past.at(match, target);
    } catch (error) {
      app.alert(errorText(error));
      return;
    }
    if (turn !== requests) return;
    ply = target === match.line.length ? null : target;
    draw(target === from + 1);
    render();
    const move = match.line[target - 1];
    if (move) app.announce(`${target}: ${moveWords(variant, move)}`);
  }

  /** @param {ActionName} name */
  function act(name) {
    if (name === "next") {
      wentOn = true;
      if (held) {
        receive(held.news, held.came);
        return;
      }
    }
    const player = match.yours.length === 2 ? (match.turn ?? 0) : null;
    if (!live.send({ v: 1, type: "action", action: name, number: match.number, player })) lost();
  }

  async function hint() {
    try {
      const { number } = match;
      const text = await hints.next(match.position);
      if (number !== match.number) return hints.clear();
      app.toast(text);
      draw(false);
      actions.update(match, hints.begun());
    } catch (error) {
      app.alert(errorText(error));
    }
  }

  async function showRules() {
    try {
      const { openRules } = await import("../parts/brief.js");
      await openRules(match, game, variant);
    } catch (error) {
      app.alert(errorText(error));
    }
  }

  async function share() {
    try {
      const { shareMatch } = await import("../parts/sharing.js");
      shareMatch(match, variant, game, source, app);
    } catch (error) {
      app.alert(errorText(error));
    }
  }

  /** @param {Phrase} phrase */
  function say(phrase) {
    if (!live.send({ v: 1, type: "say", phrase })) lost();
  }

  function lost() {
    app.alert(t("web.offline"));
    draw(false);
  }

  function tick() {
    const since = Date.now() - written;
    bars.bottom.tick(match, below(), since);
    bars.top.tick(match, other(below()), since);
    const own = match.clock.running;
    if (own === null || !match.yours.includes(own) || match.clock.setting.kind !== "fischer") return;
    const seconds = left(match.clock, own, since) ?? Infinity;
    const limit = WARNINGS.find((warning) => seconds <= warning && seconds > warning - 5);
    if (limit !== undefined && limit < warned) {
      app.announce(t("web.time-short", { n: limit }));
      sound("warn");
    }
    warned = seconds > 30 ? Infinity : (limit ?? warned);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const inField =
      event.target instanceof Element &&
      event.target.closest("input, select, textarea, dialog, .board, .moves, details");
    if (event.key === "Escape" && premove.spots().length > 0) cancelPremove();
    if (!inField && event.key.startsWith("Arrow") && moves.stepKey(event)) event.preventDefault();
  }

  const pace = createPace(board.settled, receive);
  let { thinking } = match;
  const live = source.connect({
    // While a clock runs, no pause may use up the player's time.
    onMatch: (news) => {
      pace.put(news, thinking && !news.thinking && news.clock.running === null);
      thinking = news.thinking;
    },
    onSaid: ({ by, phrase }) => {
      const text = t(`web.say-${phrase}`);
      (by === below() ? bars.bottom : bars.top).say(text);
      app.announce(t("web.says", { name: playerName(match, by), phrase: text }));
    },
    onRefused: (error) => {
      sent = false;
      app.alert(message(error));
      draw(false);
    },
    onLink: (connected) => {
      if (!connected && sent) {
        sent = false;
        draw(false);
      }
      if (connected && !banner.hidden) app.announce(t("web.connection-back"));
      banner.hidden = connected;
      document.body.classList.toggle("offline", !connected);
    },
  });
  const ticking = setInterval(tick, 200);
  addEventListener("keydown", key);
  draw(false);
  render();
  app.announce(statusText());

  return () => {
    live.close();
    pace.close();
    watching?.close();
    clearInterval(ticking);
    removeEventListener("keydown", key);
    board.destroy();
    document.body.classList.remove("playing", "offline");
  };
}
