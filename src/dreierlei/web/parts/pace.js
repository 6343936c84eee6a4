/** The pace at which a match is shown: each move only once the previous one has been shown. */

import { still } from "../settings.js";

/** Milliseconds from the player's move to the computer's answer, however quickly it arrives. */
const MOMENT = 900;

/**
 * Queues updates and shows them in order. There is no delay with reduced motion, nor on a hidden page, where browsers pause
 * animations.
 *
 *     const pace = createPace(board.settled, receive);
 *     pace.put(news, answers); pace.close();
 *
 * @template News
 * @param {() => Promise<unknown>} settled resolves when the board's animations have ended
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
