/** Curves of motion: how far something is at a time, both from 0 to 1. */
export const TURN = Math.PI * 2;

export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** How much of the span from one time to another has passed. */
export function span(t: number, from: number, to: number): number {
  return clamp((t - from) / (to - from));
}

export function mix(from: number, to: number, q: number): number {
  return from + (to - from) * q;
}

/** The part of a number after its whole turns, also below zero. */
export function wrap(value: number, period = 1): number {
  return ((value % period) + period) % period;
}

/** Arrives: fast, then settling. */
export function easeOut(q: number): number {
  return 1 - (1 - q) ** 4;
}

/** Leaves: slow, then gone. */
export function easeIn(q: number): number {
  return q ** 3;
}

/** Travels from one rest to another. */
export function easeBoth(q: number): number {
  return q < 0.5 ? 4 * q ** 3 : 1 - (2 - 2 * q) ** 3 / 2;
}

/** Arrives a little too far and swings back. */
export function overshoot(q: number, strength = 1.5): number {
  return 1 + (strength + 1) * (q - 1) ** 3 + strength * (q - 1) ** 2;
}

/** Leaves after a short step back. */
export function anticipate(q: number, strength = 1.5): number {
  return (strength + 1) * q ** 3 - strength * q ** 2;
}

/** A periodic swing between -1 and 1; `phase` in turns. */
export function swing(t: number, turns = 1, phase = 0): number {
  return Math.sin((t * turns + phase) * TURN);
}

/** Grows at one time and shrinks at another; between them it is there. */
export function appear(t: number, from: number, to: number, arrive = 0.08, leave = 0.06): number {
  if (t <= from || t >= to) return 0;
  const q = overshoot(span(t, from, from + arrive), 2) - easeIn(span(t, to - leave, to));
  return Math.max(0, q);
}
