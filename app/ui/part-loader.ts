import { systemTimers, type Timers } from '../platform/clock.ts';
import { Listeners } from './listeners.ts';

export type PartState = 'idle' | 'loading' | 'failed' | 'ready';

/** The delay of the first automatic retry; each further delay doubles. */
const FIRST_RETRY_MS = 2000;
/** After this many retries in a row, only an `online` event or the user starts another attempt. */
const MAX_RETRIES = 5;

/**
 * Loads a part of a page and never fails permanently: `whenLoaded` resolves with the first successful
 * attempt. A failed attempt is retried a few times, when the browser is online again, and on `start`.
 */
export class PartLoader<T> {
  readonly #load: () => Promise<T>;
  readonly #timers: Timers;
  readonly #listeners = new Listeners();
  readonly #loaded = Promise.withResolvers<T>();
  #state: PartState = 'idle';
  #retries = 0;
  #cancelRetry: (() => void) | undefined;

  constructor(load: () => Promise<T>, timers: Timers = systemTimers) {
    this.#load = load;
    this.#timers = timers;
  }

  readonly getState = (): PartState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  whenLoaded(): Promise<T> {
    if (this.#state === 'idle') this.start();
    return this.#loaded.promise;
  }

  /** Starts an attempt unless one is running or the part is loaded. */
  readonly start = (): void => {
    if (this.#state === 'loading' || this.#state === 'ready') return;
    this.#cancelRetry?.();
    this.#put('loading');
    this.#load().then(
      (part) => {
        this.#put('ready');
        this.#loaded.resolve(part);
      },
      (error: unknown) => this.#fail(error),
    );
  };

  #fail(error: unknown): void {
    // The server must report code that it cannot load instead of waiting for a network.
    if (typeof window === 'undefined') return this.#loaded.reject(error);
    this.#retryLater();
    this.#put('failed');
    return undefined;
  }

  #retryLater(): void {
    const onOnline = () => {
      this.#retries = 0;
      this.start();
    };
    window.addEventListener('online', onOnline, { once: true });
    let cancelTimer: (() => void) | undefined;
    if (this.#retries < MAX_RETRIES) {
      cancelTimer = this.#timers.after(FIRST_RETRY_MS * 2 ** this.#retries, this.start);
      this.#retries += 1;
    }
    this.#cancelRetry = () => {
      window.removeEventListener('online', onOnline);
      cancelTimer?.();
      this.#cancelRetry = undefined;
    };
  }

  #put(state: PartState): void {
    this.#state = state;
    this.#listeners.notify();
  }
}
