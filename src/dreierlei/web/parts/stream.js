/**
 * Answers that arrive in parts, as server-sent events.
 *
 *     const close = stream(`/api/analysis?${query}`, (news) => …, () => …)
 *
 * `close()` also stops the work on the server.
 */

import { STATIC } from "../address.js";
import { message, t } from "../i18n.js";

/**
 * @param {string} path
 * @param {(news: any) => void} onNews
 * @param {(error: string | null) => void} onEnd
 * @returns {() => void}
 */
export function stream(path, onNews, onEnd) {
  if (STATIC) {
    onEnd(t("web.no-server-about"));
    return () => undefined;
  }
  const source = new EventSource(path);
  source.addEventListener("message", (event) => onNews(JSON.parse(event.data)));
  source.addEventListener("end", (event) => {
    source.close();
    /** @type {StreamEnd} */
    const { error } = JSON.parse(/** @type {MessageEvent} */ (event).data);
    onEnd(error && message(error));
  });
  source.addEventListener("error", () => {
    // Otherwise the browser would reconnect again and again.
    source.close();
    onEnd(null);
  });
  return () => source.close();
}
