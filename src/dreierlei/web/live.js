/**
 * The live connection to a match. It reconnects by itself, with growing delays while the server cannot be reached, and at
 * once when the browser reports that the network is back. It then requests the changes since the last number of the match
 * that it knows. Listeners always get the whole match.
 *
 *     const live = connect(id, { onMatch, onSaid, onRefused, onLink });
 *     live.send({ v: 1, type: "move", … })    // false if there is no connection and none is being made
 *     live.close()
 */

/**
 * @typedef {object} Listeners
 * @property {(match: MatchView) => void} onMatch
 * @property {(said: PhraseNews) => void} onSaid
 * @property {(error: ErrorView) => void} onRefused
 * @property {(connected: boolean) => void} onLink
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 20_000;
/** The server's close code when there is no such match, so that reconnecting is pointless. */
const GONE = 4404;

/**
 * The match after a change.
 *
 * @param {MatchView} match
 * @param {ChangeNews} change
 * @returns {MatchView}
 */
export function apply(match, { number, match: { line, games, ...fields } }) {
  return {
    ...match,
    ...fields,
    number,
    line: line ? [...match.line.slice(0, line.kept), ...line.added] : match.line,
    games: games ? [...match.games.slice(0, games.kept), ...games.added] : match.games,
  };
}

/**
 * @param {string} id
 * @param {Listeners} listeners
 */
export function connect(id, listeners) {
  const address = new URL(`/api/matches/${encodeURIComponent(id)}/live`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {MatchView | null} */
  let match = null;
  /** @type {string[]} Messages to send as soon as the connection is open. */
  let waiting = [];
  let wait = FIRST_WAIT;
  let closed = false;
  let answered = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let reconnection;

  function open() {
    clearTimeout(reconnection);
    if (closed || socket) return;
    if (match) address.searchParams.set("after", String(match.number));
    else address.searchParams.delete("after");
    const attempt = new WebSocket(address);
    socket = attempt;
    attempt.onopen = () => {
      wait = FIRST_WAIT;
      answered = true;
      listeners.onLink(true);
      waiting.forEach((text) => attempt.send(text));
      waiting = [];
    };
    attempt.onmessage = (event) => {
      answered = true;
      hear(JSON.parse(event.data));
    };
    attempt.onclose = (event) => {
      if (socket !== attempt) return;
      socket = null;
      waiting = [];
      if (closed || event.code === GONE) return;
      listeners.onLink(false);
      reconnection = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }

  /** @param {News} news */
  function hear(news) {
    if (news.type === "match" || news.type === "change") take(news);
    else if (news.type === "said") listeners.onSaid(news);
    else if (news.type === "error") listeners.onRefused(news.error);
  }

  /** @param {MatchNews | ChangeNews} news */
  function take(news) {
    if (news.type === "match") match = news.match;
    else if (match?.number === news.after) match = apply(match, news);
    else {
      match = null; // a change is missing, so the next connection starts with the whole match
      socket?.close();
      return;
    }
    listeners.onMatch(match);
  }

  /** @param {Sent} sent */
  function send(sent) {
    if (socket?.readyState === WebSocket.CONNECTING) waiting.push(JSON.stringify(sent));
    else if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(sent));
    else return false;
    return true;
  }

  /** A connection may be dead without being closed: if a ping is unanswered when the next one is due, it counts as lost. */
  function ping() {
    if (!socket) return;
    if (!answered) {
      const dead = socket;
      socket = null;
      dead.close();
      listeners.onLink(false);
      open();
      return;
    }
    answered = false;
    send({ v: 1, type: "ping" });
  }

  function returned() {
    wait = FIRST_WAIT;
    if (document.visibilityState === "visible") open();
  }

  const pinging = setInterval(ping, PING_EVERY);
  addEventListener("online", returned);
  document.addEventListener("visibilitychange", returned);
  open();

  return {
    send,
    close: () => {
      closed = true;
      clearTimeout(reconnection);
      clearInterval(pinging);
      removeEventListener("online", returned);
      document.removeEventListener("visibilitychange", returned);
      socket?.close();
    },
  };
}
