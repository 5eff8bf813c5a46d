import { say } from '../../platform/say.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { WritingEvent } from '../../conversation/wire/events.ts';

/** Somebody of the team who has begun a text beside a visitor's thread. */
export interface Writer {
  readonly id: string;
  readonly name: string;
  readonly isNote: boolean;
}

/** Whoever writes says so this often … */
export const TOLD_EVERY_MS = 4_000;
/** … and is forgotten after so long without a word: their tab is gone. */
const FORGOTTEN_AFTER_MS = 10_000;

interface ColleaguesWritingOptions {
  /** Whose own tabs are no colleagues. */
  readonly ownId: string;
  readonly timers?: Timers;
  onChange(): void;
}

/** Who of the team is writing, of all visitors one hears of: also before their thread is opened. */
export class ColleaguesWriting {
  readonly #options: ColleaguesWritingOptions;
  /** By visitor and person. */
  readonly #writers = new Map<string, Map<string, Writer>>();
  readonly #forgetting = new Map<string, () => void>();

  constructor(options: ColleaguesWritingOptions) {
    this.#options = options;
  }

  of(visitorId: string | null): readonly Writer[] {
    return [...(this.#writers.get(visitorId ?? '')?.values() ?? [])];
  }

  hear({ visitorId, by, isNote, isOver }: WritingEvent): void {
    if (by.id === this.#options.ownId) return;
    if (isOver) this.over(visitorId, by.id);
    else this.#put(visitorId, { ...by, isNote });
  }

  /** What they wrote is said, or they have the visitor no longer. */
  over(visitorId: string, writerId: string): void {
    const key = `${visitorId} ${writerId}`;
    this.#forgetting.get(key)?.();
    this.#forgetting.delete(key);
    if (this.#writers.get(visitorId)?.delete(writerId)) this.#options.onChange();
  }

  close(): void {
    for (const callOff of this.#forgetting.values()) callOff();
    this.#forgetting.clear();
  }

  #put(visitorId: string, writer: Writer): void {
    const { timers = systemTimers } = this.#options;
    const key = `${visitorId} ${writer.id}`;
    this.#forgetting.get(key)?.();
    this.#forgetting.set(
      key,
      timers.after(FORGOTTEN_AFTER_MS, () => this.over(visitorId, writer.id)),
    );
    const writers = this.#writers.get(visitorId) ?? new Map<string, Writer>();
    this.#writers.set(visitorId, writers.set(writer.id, writer));
    this.#options.onChange();
  }
}

/** 'Maya Okafor is writing…', 'Maya Okafor and Leo Marchetti are writing…' */
export function sayWriting(writers: readonly Writer[]): string {
  const names = writers.map(({ name }) => name);
  if (names.length === 0) return '';
  if (names.length === 1) return say('{value} is writing…', { value: names[0] ?? '' });
  return say('{value} and {names} are writing…', {
    value: names.slice(0, -1).join(', '),
    names: names.at(-1) ?? '',
  });
}
