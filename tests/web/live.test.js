/** The live connection: what is sent before it stands, and what is lost with it. */

import assert from "node:assert/strict";
import test from "node:test";

const sockets = [];

class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  readyState = Socket.CONNECTING;
  sent = [];

  constructor(address) {
    this.address = String(address);
    sockets.push(this);
  }

  send(text) {
    assert.equal(this.readyState, Socket.OPEN);
    this.sent.push(JSON.parse(text).type);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  close() {
    this.readyState = Socket.CLOSED;
    this.onclose({ code: 1006 });
  }
}

Object.assign(globalThis, {
  WebSocket: Socket,
  location: { href: "http://here/match/one" },
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
});
const windowEvents = new EventTarget();
globalThis.addEventListener = windowEvents.addEventListener.bind(windowEvents);
globalThis.removeEventListener = windowEvents.removeEventListener.bind(windowEvents);

const { connect } = await import("../../src/dreierlei/web/live.js");
const listeners = { onMatch: () => undefined, onSaid: () => undefined, onRefused: () => undefined };

test("what is sent while the connection is being made goes out as soon as it stands", () => {
  const links = [];
  const live = connect("one", { ...listeners, onLink: (connected) => links.push(connected) });
  const socket = sockets.at(-1);
  assert.equal(live.send({ v: 1, type: "move" }), true);
  assert.deepEqual(socket.sent, []);
  socket.open();
  assert.deepEqual([socket.sent, links], [["move"], [true]]);
  live.send({ v: 1, type: "action" });
  assert.deepEqual(socket.sent, ["move", "action"]);
  live.close();
});

test("what waited for a connection that fails is not sent later, and without one nothing is taken", () => {
  const links = [];
  const live = connect("one", { ...listeners, onLink: (connected) => links.push(connected) });
  live.send({ v: 1, type: "move" });
  sockets.at(-1).close();
  assert.deepEqual(links, [false]);
  assert.equal(live.send({ v: 1, type: "move" }), false);
  windowEvents.dispatchEvent(new Event("online"));
  sockets.at(-1).open();
  assert.deepEqual([sockets.at(-1).sent, links], [[], [false, true]]);
  live.close();
});
