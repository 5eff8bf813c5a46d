import { say } from '../../platform/say.ts';
import { postJson } from '../../platform/api-client.ts';
import { MANY_AT_MOST, type ManyAction, type ManyOutcome } from '../../conversation/wire/many.ts';
import type { InboxEntry } from '../../conversation/wire/views.ts';
import type { About } from './inbox-actions.ts';

export interface SelectionState {
  /** Entries are selected, instead of opened. */
  readonly isOn: boolean;
  /** By visitor, as they were seen. */
  readonly chosen: ReadonlyMap<string, InboxEntry>;
  readonly isBusy: boolean;
  /** What could not be done, each with the reason. */
  readonly refused: readonly { readonly email: string; readonly why: string }[];
  /** Why no more can be selected. */
  readonly problem: string | null;
}

export const NOTHING_SELECTED: SelectionState = {
  isOn: false,
  chosen: new Map(),
  isBusy: false,
  refused: [],
  problem: null,
};

interface InboxSelectionOptions {
  onChange(state: SelectionState): void;
  /** The list as it is shown. */
  shown(): readonly InboxEntry[];
  /** Tells a refusal of the whole; false when there was one. */
  attempt(work: Promise<unknown>): Promise<boolean>;
  offer(text: string, about: About, undo: () => Promise<unknown>): void;
  /** The lists are other ones now. */
  refreshed(): Promise<void>;
}

const tooMany = () =>
  say('At most {manyAtMost} at once. Do something with these first.', { manyAtMost: MANY_AT_MOST });

/** Several entries of the list, and what is done with all of them in one request. */
export class InboxSelection {
  readonly #options: InboxSelectionOptions;
  #state = NOTHING_SELECTED;
  /** Where a range begins. */
  #last: string | null = null;

  constructor(options: InboxSelectionOptions) {
    this.#options = options;
  }

  begin(entry?: InboxEntry): void {
    this.#change({ ...NOTHING_SELECTED, isOn: true });
    if (entry) this.toggle(entry);
  }

  end(): void {
    this.#last = null;
    this.#change(NOTHING_SELECTED);
  }

  /** With `isRange`, all between the last one and this one are selected too. */
  toggle(entry: InboxEntry, isRange = false): void {
    const { chosen } = this.#state;
    const range = isRange ? this.#upTo(entry) : [];
    if (range.length > 0) return this.#add(range);
    this.#last = entry.visitorId;
    if (!chosen.has(entry.visitorId)) return this.#add([entry]);
    const left = new Map(chosen);
    left.delete(entry.visitorId);
    return this.#change({ chosen: left, problem: null });
  }

  /** All that is loaded of the list, as far as there is room. */
  all(): void {
    this.#add(this.#options.shown());
  }

  async resolve(): Promise<void> {
    await this.#do(say('Resolved'), { kind: 'resolve' }, ({ completed }) => ({
      kind: 'reopen',
      completed,
    }));
  }

  async snooze(until: Date): Promise<void> {
    await this.#do(say('Snoozed'), { kind: 'snooze', until }, () => ({
      kind: 'snooze',
      until: null,
    }));
  }

  async act(action: ManyAction): Promise<void> {
    await this.#do(null, action, null);
  }

  async #do(
    said: string | null,
    action: ManyAction,
    undoing: ((outcome: ManyOutcome) => ManyAction) | null,
  ): Promise<void> {
    const chosen = [...this.#state.chosen.values()];
    if (chosen.length === 0 || this.#state.isBusy) return;
    this.#change({ isBusy: true, refused: [], problem: null });
    const outcome = await this.#send(chosen, action);
    if (!outcome) return this.#change({ isBusy: false });
    const refused = outcome.refused.map(({ visitorId, why }) => ({
      email: this.#state.chosen.get(visitorId)?.email ?? say('A visitor'),
      why,
    }));
    // What was refused stays selected: it can be done otherwise.
    const left = new Set(outcome.refused.map(({ visitorId }) => visitorId));
    const kept = chosen.filter(({ visitorId }) => left.has(visitorId));
    this.#change({ isBusy: false, refused, chosen: byVisitor(kept), isOn: kept.length > 0 });
    await this.#options.refreshed();
    const done = new Set(outcome.done);
    const undone = chosen.filter(({ visitorId }) => done.has(visitorId));
    if (!said || !undoing || undone.length === 0) return;
    const about = { visitorId: 'several', email: sayVisitors(undone) };
    this.#options.offer(said, about, async () => {
      await this.#send(undone, undoing(outcome));
      await this.#options.refreshed();
    });
  }

  async #send(chosen: readonly InboxEntry[], action: ManyAction): Promise<ManyOutcome | undefined> {
    let outcome: ManyOutcome | undefined;
    const visitors = chosen.map(({ visitorId: id, agentId }) => ({ id, agentId }));
    await this.#options.attempt(
      postJson<ManyOutcome>('/agentchat/many', { visitors, action }).then((answer) => {
        outcome = answer;
      }),
    );
    return outcome;
  }

  #upTo({ visitorId }: InboxEntry): readonly InboxEntry[] {
    const shown = this.#options.shown();
    const from = shown.findIndex((entry) => entry.visitorId === this.#last);
    const to = shown.findIndex((entry) => entry.visitorId === visitorId);
    if (from === -1 || to === -1) return [];
    return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  #add(entries: readonly InboxEntry[]): void {
    const all = byVisitor([...this.#state.chosen.values(), ...entries]);
    const chosen = new Map([...all].slice(0, MANY_AT_MOST));
    this.#change({ chosen, problem: all.size > MANY_AT_MOST ? tooMany() : null });
  }

  #change(change: Partial<SelectionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}

function byVisitor(entries: readonly InboxEntry[]): ReadonlyMap<string, InboxEntry> {
  return new Map(entries.map((entry) => [entry.visitorId, entry]));
}

function sayVisitors(entries: readonly InboxEntry[]): string {
  const [first] = entries;
  return entries.length === 1 && first
    ? first.email
    : say('{length} visitors', { length: entries.length });
}
