// Runs before the first paint, so that a page never flashes in the wrong colours. See settings.js for the rest.
{
  /** @type {Record<string, string>} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("dreierlei") || "{}") ?? {};
  } catch {
    // Without storage, the system's colours apply.
  }
  const { theme, board, stones } = chosen;
  if (/^\/embed\b/.test(location.pathname) || /^#\/embed\b/.test(location.hash)) document.documentElement.dataset.embed = "";
  if (board) document.documentElement.dataset.board = board;
  if (stones) document.documentElement.dataset.stones = stones;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
