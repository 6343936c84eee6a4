/**
 * A few quiet sounds, synthesized rather than loaded from files. `sound("place")` plays one, if the player wants sounds and
 * the browser allows them, which takes a first click or key press.
 */

import { settings } from "./settings.js";

/** @typedef {"place" | "take" | "turn" | "win" | "lose" | "draw" | "warn" | "hello"} Sound */

/** @type {AudioContext | null} */
let context = null;

/** Tones as [frequency, start, length, loudness]. @type {Record<Sound, [number, number, number, number][]>} */
const TONES = {
  place: [
    [190, 0, 0.07, 0.5],
    [420, 0, 0.03, 0.2],
  ],
  take: [
    [150, 0, 0.09, 0.5],
    [110, 0.07, 0.12, 0.4],
  ],
  turn: [
    [90, 0, 0.28, 0.25],
    [130, 0.12, 0.2, 0.2],
    [190, 0.42, 0.05, 0.4],
  ],
  win: [
    [392, 0, 0.18, 0.25],
    [494, 0.13, 0.18, 0.25],
    [587, 0.26, 0.4, 0.3],
  ],
  lose: [
    [330, 0, 0.2, 0.2],
    [262, 0.16, 0.4, 0.22],
  ],
  draw: [
    [330, 0, 0.2, 0.2],
    [330, 0.2, 0.3, 0.2],
  ],
  warn: [
    [880, 0, 0.07, 0.15],
    [880, 0.14, 0.07, 0.15],
  ],
  hello: [
    [523, 0, 0.1, 0.15],
    [659, 0.09, 0.16, 0.15],
  ],
};

/** @param {Sound} name */
export function sound(name) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [frequency, start, length, loudness] of TONES[name]) tone(context, frequency, start, length, loudness);
  } catch {
    // Without audio support, the page stays silent.
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} frequency
 * @param {number} start
 * @param {number} length
 * @param {number} loudness
 */
function tone(audio, frequency, start, length, loudness) {
  const begin = audio.currentTime + start;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(frequency * 1.05, begin);
  voice.frequency.exponentialRampToValueAtTime(frequency, begin + 0.03);
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loudness * 0.5, begin + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(begin);
  voice.stop(begin + length + 0.02);
}
