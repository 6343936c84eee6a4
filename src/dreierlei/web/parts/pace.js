/** The pace at which a match is shown: each move once the one before it has been seen. */

import { still } from "../settings.js";

/** Milliseconds from the player's move to the computer's answer, however soon the server has it. */
const MOMENT = 900;

/**
 * Takes in what comes and passes it on in order. Nothing waits where nothing moves, and nothing waits on a page that
 * nobody sees: browsers let time stand still there.
 *
 *     const pace = createPace(board.settled, receive);
 *     pace.put(news, answers); pace.close();
 *
 * @template News
 * @param {() => Promise<unknown>} settled when the board has come to rest
 * @param {(news: News, came: number) => void} show
 */
export function createPace(settled, show) {
  /** @type {{ news: News, answers: boolean, came: number }[]} */
  const waiting = [];
  let busy = false;
  let closed = false;
  let shown = 0;

  async function run() {
    busy = true;
    for (let next = waiting[0]; next && !closed; next = waiting[0]) {
      if (!hurried()) await settled();
      if (!hurried() && next.answers) await pause(shown + MOMENT - performance.now());
      waiting.shift();
      if (closed) break;
      shown = performance.now();
      show(next.news, next.came);
    }
    busy = false;
  }

  return {
    /**
     * @param {News} news
     * @param {boolean} answers whether this is the computer's answer
     */
    put(news, answers) {
      waiting.push({ news, answers, came: Date.now() });
      if (!busy) void run();
    },
    close() {
      closed = true;
    },
  };
}

function hurried() {
  return still() || document.hidden;
}

/** @param {number} time */
function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time)));
}
