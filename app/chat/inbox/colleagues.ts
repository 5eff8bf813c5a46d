import { t } from '../../i18n/translate.ts';
import { systemTimers, type Timers } from '../../platform/clock.ts';
import type { WritingEvent } from '../protocol/events.ts';
import { inboxApi } from './inbox-api.ts';
import type { AgentView, InboxEntry } from '../protocol/views.ts';

export interface Writer {
  readonly id: string;
  readonly name: string;
  readonly isNote: boolean;
}

export type Held = Pick<InboxEntry, 'visitorId' | 'agentId'>;

/** A question before visitors are taken from agents who are writing to them (rule 139). */
export interface TakeOver {
  readonly entries: readonly Held[];
  readonly writers: readonly Writer[];
  /** Does what was asked for; called after the confirmation. */
  readonly confirm: () => Promise<void>;
}

/** An agent who is writing sends an event this often. */
export const TOLD_EVERY_MS = 4_000;
/** A writer without an event for this long is removed, because their tab is gone. */
const FORGOTTEN_AFTER_MS = 10_000;

interface ColleaguesWritingOptions {
  /** Events from this agent's own tabs are ignored. */
  readonly ownId: string;
  readonly timers?: Timers;
  onChange(): void;
}

/** Tracks which colleagues are writing to which visitors, including visitors whose conversation is not open. */
export class ColleaguesWriting {
  readonly #options: ColleaguesWritingOptions;
  /** Maps visitor ids to the writers by agent id. */
  readonly #writers = new Map<string, Map<string, Writer>>();
  readonly #forgetting = new Map<string, () => void>();

  constructor(options: ColleaguesWritingOptions) {
    this.#options = options;
  }

  of(visitorId: string | null): readonly Writer[] {
    return [...(this.#writers.get(visitorId ?? '')?.values() ?? [])];
  }

  /** The agents of these visitors who are writing to them, each once. */
  amongAgentsOf(entries: readonly Held[]): readonly Writer[] {
    const writers = entries.flatMap(({ visitorId, agentId }) =>
      this.of(visitorId).filter(({ id }) => id === agentId),
    );
    return [...new Map(writers.map((writer) => [writer.id, writer])).values()];
  }

  receive({ visitorId, by, isNote, isOver }: WritingEvent): void {
    if (by.id === this.#options.ownId) return;
    if (isOver) this.over(visitorId, by.id);
    else this.#put(visitorId, { ...by, isNote });
  }

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

/** Returns 'Maya Okafor is writing…' or 'Maya Okafor and Leo Marchetti are writing…'. */
export function describeWriting(writers: readonly Writer[]): string {
  const names = writers.map(({ name }) => name);
  if (names.length === 0) return '';
  if (names.length === 1) return t('{value} is writing…', { value: names[0] ?? '' });
  return t('{value} and {names} are writing…', {
    value: names.slice(0, -1).join(', '),
    names: names.at(-1) ?? '',
  });
}

/** Debounces many changes into one request. */
const ASK_AFTER_MS = 400;

interface DeskAgentsOptions {
  onChange(agents: readonly AgentView[]): void;
  onError(error: unknown): void;
}

export class DeskAgents {
  readonly #options: DeskAgentsOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DeskAgentsOptions) {
    this.#options = options;
  }

  askSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ASK_AFTER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    try {
      const { agents } = await inboxApi.get('/agentchat/agents', {});
      this.#options.onChange(agents);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
