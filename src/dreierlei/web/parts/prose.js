/** Text that the server wrote, as elements. It is our own: rules and what is known, from the program's files. */

/**
 * @param {string} html
 * @returns {Node[]}
 */
export function prose(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
}
