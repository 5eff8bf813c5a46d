import { getJson } from '../../platform/api-client.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { DeskWords } from '../../conversation/wire/desk-words.ts';
import type { ViewCounts } from '../../conversation/wire/entry-state.ts';
import type { WaitRules } from '../../conversation/wire/waiting.ts';
import type { InboxScope } from '../../conversation/wire/views.ts';

/** What the server counts for the dashboard, whatever of the lists is loaded. */
export interface Figures {
  /** What whoever asks is in the team now: what they may do follows from it. */
  readonly role: string;
  /** Entries of each view of the scope that is shown. */
  readonly counts: ViewCounts;
  /** Entries of the queue that wait; 0 for whoever does not see it. */
  readonly queueWaiting: number;
  /** Unread messages in all own conversations. */
  readonly unread: number;
  readonly waitRules: WaitRules;
  readonly words: DeskWords;
}

/** Many hints at once are asked about once, and after what this tab itself has just told. */
const ASK_AFTER_MS = 200;

/** Of the time that counting takes, a dashboard uses so much: a tenth, however long the lists are … */
const PAUSE_FOR_WORK = 10;
/** … but on a server that is held up nobody waits longer than this for a figure that is true. */
const PAUSE_AT_MOST_MS = 3_000;

interface InboxFiguresOptions {
  /** Asks the server; a test answers itself. */
  readonly read?: (scope: InboxScope) => Promise<Figures>;
  readonly timers?: Timers;
  readonly now?: () => number;
  scopeOf(): InboxScope;
  onCounted(figures: Figures): void;
  onError(error: unknown): void;
}

/**
 * Keeps the server's figures true: asked after every hint, one question at a time. A hint that comes
 * while one is under way may not be in its answer, so it is asked once more.
 */
export class InboxFigures {
  readonly #options: InboxFiguresOptions;
  #isAsking = false;
  #isStale = false;
  /** How long the last answer took. */
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
        // Of a list that is no longer shown: its answer comes with the next question.
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
  return getJson<Figures>(`/agentchat/counts?${new URLSearchParams({ scope })}`);
}
