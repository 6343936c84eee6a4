// Runs before the first paint, so that a page never flashes in the wrong colours. See settings.js for the rest.
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("dreierlei") || "{}").theme || "system";
  } catch {
    // A browser that keeps nothing gets the system's colours.
  }
  if (location.pathname.split("/")[1] === "embed") document.documentElement.dataset.embed = "";
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
