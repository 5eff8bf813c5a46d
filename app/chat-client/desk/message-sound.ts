import { playChime } from '../chime.ts';

/** How long it is heard. */
const CHIME_MS = 440;

let soundsUntil = 0;

/** Of messages that come at once the first is heard: twenty chimes together are loud. */
export function soundForMessage(): void {
  if (performance.now() < soundsUntil) return;
  soundsUntil = performance.now() + CHIME_MS;
  playChime();
}
