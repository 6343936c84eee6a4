/** The invitation to a match with a free seat: link, QR code, and ways to share it. */

import { shared } from "../address.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {import("../app.js").App} app
 * @param {() => void} cancel
 */
export function invitation(app, cancel) {
  const element = h("section", { class: "invite card", hidden: true });
  let shown = "";

  /** @param {MatchView} match */
  function update(match) {
    const invite = match.invite ?? "";
    element.hidden = invite === "";
    if (invite === shown) return;
    shown = invite;
    const link = shared(`/join/${match.id}?invite=${encodeURIComponent(invite)}`);
    const input = h("input", {
      type: "text",
      class: "mono",
      readonly: true,
      value: link,
      id: "invite-link",
      onfocus: () => input.select(),
    });
    const share = "share" in navigator;
    replace(
      element,
      h("h2", {}, t("web.invite-title")),
      h("p", {}, t("web.invite-about")),
      h("label", { class: "visually-hidden", for: "invite-link" }, t("web.invite-link")),
      h(
        "div",
        { class: "beside" },
        input,
        h("button", { class: "button small", type: "button", onclick: copy }, t("web.copy")),
      ),
      h(
        "p",
        { class: "actions" },
        share ? h("button", { class: "button quiet small", type: "button", onclick: pass }, t("web.share")) : null,
        h("button", { class: "button quiet small", type: "button", onclick: cancel }, t("web.invite-cancel")),
      ),
      invite
        ? h("img", { class: "qr", src: `/api/matches/${match.id}/qr.svg`, alt: t("web.qr"), width: 200, height: 200 })
        : null,
    );

    async function copy() {
      try {
        await navigator.clipboard.writeText(link);
      } catch {
        input.select();
        document.execCommand("copy");
      }
      app.toast(t("web.copied"));
    }

    function pass() {
      navigator.share({ url: link, title: document.title }).catch(() => undefined);
    }
  }

  return { element, update };
}
