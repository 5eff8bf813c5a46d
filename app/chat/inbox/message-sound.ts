import { playChime } from '../client/chime.ts';

const CHIME_MS = 440;

let soundsUntil = 0;

/** Plays only the first sound of simultaneous messages: twenty chimes together are loud. */
export function soundForMessage(): void {
  if (performance.now() < soundsUntil) return;
  soundsUntil = performance.now() + CHIME_MS;
  playChime();
}
