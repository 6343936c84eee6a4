/** HTML from the server, as elements. It is trusted: rules and articles from the program's own files. */

/**
 * @param {string} html
 * @returns {Node[]}
 */
export function prose(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
}
