/** The same numbers again for the same seed (mulberry32), so that a run can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  one<T>(among: readonly T[]): T {
    return among[Math.floor(this.next() * among.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Uint8Array.from({ length }, () => this.between(0, 255)));
  }

  text(length: number, letters = 'abcdefghijklmnopqrstuvwxyz'): string {
    return Array.from({ length }, () => this.one(letters.split(''))).join('');
  }
}
