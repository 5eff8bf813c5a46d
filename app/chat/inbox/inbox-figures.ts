import { systemTimers, type Timers } from '../../platform/clock.ts';
import type { Figures } from '../protocol/inbox-figures.ts';
import type { InboxScope } from '../protocol/views.ts';
import { inboxApi } from './inbox-api.ts';

/** Debounces many hints into one request, and lets this tab's own updates reach the server first. */
const ASK_AFTER_MS = 200;

/**
 * After each count the dashboard pauses ten times as long as the count took, so that counting uses at most a
 * tenth of the time.
 */
const PAUSE_FOR_WORK = 10;
/** The upper limit of that pause: a slow server must not delay correct numbers any longer. */
const PAUSE_AT_MOST_MS = 3_000;

interface InboxFiguresOptions {
  readonly read?: (scope: InboxScope) => Promise<Figures>;
  readonly timers?: Timers;
  readonly now?: () => number;
  scopeOf(): InboxScope;
  onCounted(figures: Figures): void;
  onError(error: unknown): void;
}

/**
 * Keeps the server's counts current: requests them after every hint, one request at a time. A response may
 * miss a hint that arrived during the request, so such a hint triggers another request.
 */
export class InboxFigures {
  readonly #options: InboxFiguresOptions;
  #isAsking = false;
  #isStale = false;
  #tookMs = 0;

  constructor(options: InboxFiguresOptions) {
    this.#options = options;
  }

  async ask(): Promise<void> {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isStale) {
        await this.#pause();
        this.#isStale = false;
        const scope = this.#options.scopeOf();
        const askedAt = this.#now();
        const figures = await (this.#options.read ?? readFigures)(scope);
        this.#tookMs = this.#now() - askedAt;
        // The scope changed during the request, so the response is dropped and the counts are requested
        // again.
        if (scope === this.#options.scopeOf()) this.#options.onCounted(figures);
        else this.#isStale = true;
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isAsking = false;
    }
  }

  #pause(): Promise<void> {
    const { timers = systemTimers } = this.#options;
    const wanted = Math.min(PAUSE_FOR_WORK * this.#tookMs, PAUSE_AT_MOST_MS);
    const pauseMs = Math.max(ASK_AFTER_MS, wanted);
    return new Promise((goOn) => void timers.after(pauseMs, goOn));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

function readFigures(scope: InboxScope): Promise<Figures> {
  return inboxApi.get('/agentchat/counts', {}, { query: { scope } });
}
