import { say } from '../../platform/say.ts';
import { ApiError, postJson } from '../../platform/api-client.ts';
import {
  MANY_AT_MOST,
  SELECTED_AT_MOST,
  type ManyAction,
  type ManyOutcome,
} from '../../conversation/wire/many.ts';
import type { InboxEntry } from '../../conversation/wire/views.ts';
import type { About } from './inbox-actions.ts';

export interface Refused {
  readonly visitorId: string;
  readonly email: string;
  readonly why: string;
}

export interface SelectionState {
  /** Entries are selected, instead of opened. */
  readonly isOn: boolean;
  /** By visitor, as they were seen. */
  readonly chosen: ReadonlyMap<string, InboxEntry>;
  readonly isBusy: boolean;
  /** Of how many there is an answer, while it is being done. */
  readonly answered: number;
  /** What could not be done, each with the reason. */
  readonly refused: readonly Refused[];
  /** What they were refused: what was asked for, the way back, or to stay selected. */
  readonly refusal: 'action' | 'undo' | 'loss';
  /** Why no more can be selected. */
  readonly problem: string | null;
}

export const NOTHING_SELECTED: SelectionState = {
  isOn: false,
  chosen: new Map(),
  isBusy: false,
  answered: 0,
  refused: [],
  refusal: 'action',
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
  post?: typeof postJson<ManyOutcome>;
  /** Lets so many milliseconds pass. */
  wait?: (ms: number) => Promise<unknown>;
}

const waitFor = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A server that asks for more patience than this is not waited for. */
const WAITS_AT_MOST_MS = 60_000;

const tooMany = () =>
  say('At most {manyAtMost} at once. Do something with these first.', {
    manyAtMost: SELECTED_AT_MOST,
  });

/** Several entries of the list, and what is done with all of them. */
export class InboxSelection {
  readonly #options: InboxSelectionOptions;
  #state = NOTHING_SELECTED;
  /** Where a range begins. */
  #last: string | null = null;
  /** What is being done with several: the next of it waits. */
  #turn: Promise<unknown> = Promise.resolve();

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
    // What is being done now is done with those that were selected.
    if (this.#state.isBusy) return undefined;
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
    if (!this.#state.isBusy) this.#add(this.#options.shown());
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

  /** Somebody else has this visitor now: nothing can be done with them here. */
  lose({ visitorId, holder }: { visitorId: string; holder?: string | null }): void {
    const { chosen, refusal, isBusy } = this.#state;
    const lost = chosen.get(visitorId);
    // What is on its way is answered by the server.
    if (!lost || isBusy) return;
    const left = new Map(chosen);
    left.delete(visitorId);
    const why = holder
      ? say('{name} has this visitor now.', { name: holder })
      : say('You do not have this visitor any more.');
    const before = refusal === 'loss' ? this.#state.refused : [];
    const refused = [...before, { visitorId, email: lost.email, why }];
    this.#change({ chosen: left, refused, refusal: 'loss' });
  }

  async #do(
    said: string | null,
    action: ManyAction,
    undoing: ((outcome: ManyOutcome) => ManyAction) | null,
  ): Promise<void> {
    const chosen = [...this.#state.chosen.values()];
    if (chosen.length === 0 || this.#state.isBusy) return;
    this.#change({ isBusy: true, answered: 0, refused: [], refusal: 'action', problem: null });
    await this.#inTurn(() => this.#doWith(chosen, said, action, undoing));
  }

  /** One after the other: what is taken back is not done again meanwhile. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  async #doWith(
    chosen: readonly InboxEntry[],
    said: string | null,
    action: ManyAction,
    undoing: ((outcome: ManyOutcome) => ManyAction) | null,
  ): Promise<void> {
    const answered: Answered[] = [];
    for (let from = 0; from < chosen.length; from += MANY_AT_MOST) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as the server does them
      const one = await this.#send(chosen.slice(from, from + MANY_AT_MOST), action);
      if (!one) break;
      answered.push(one);
      this.#change({ answered: from + one[0].length });
    }
    await this.#options.refreshed();
    const refused = answered.flatMap(([sent, outcome]) => refusedOf(sent, outcome));
    const done = answered.flatMap(([sent, outcome]) => doneOf(sent, outcome));
    const isDone = new Set(done.map(({ visitorId }) => visitorId));
    // What was refused, or not answered, stays selected as it stands now: it can be done otherwise. Not
    // what is out of this list, with which nothing can be done.
    const shown = byVisitor(this.#options.shown());
    const left = chosen.flatMap(({ visitorId }) =>
      isDone.has(visitorId) ? [] : (shown.get(visitorId) ?? []),
    );
    this.#change({
      isBusy: false,
      refused,
      chosen: byVisitor(left),
      isOn: left.length > 0 || refused.length > 0,
    });
    if (!said || !undoing || done.length === 0) return;
    const about = { visitorId: 'several', email: sayVisitors(done) };
    this.#options.offer(said, about, () => this.#inTurn(() => this.#undo(answered, undoing)));
  }

  /** Shown as what is done with several is shown; what was selected meanwhile is selected again after it. */
  async #undo(
    answered: readonly Answered[],
    undoing: (outcome: ManyOutcome) => ManyAction,
  ): Promise<void> {
    const before = this.#state;
    const toUndo = answered.flatMap(([sent, outcome]) => doneOf(sent, outcome));
    this.#change({ ...NOTHING_SELECTED, isOn: true, isBusy: true, chosen: byVisitor(toUndo) });
    const refused: Refused[] = [];
    let count = 0;
    for (const [sent, outcome] of answered) {
      const done = doneOf(sent, outcome);
      if (done.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const one = await this.#send(done, undoing(outcome));
      const why = say('The server was not reached.');
      refused.push(...(one ? refusedOf(...one) : done.map((entry) => ({ ...entry, why }))));
      count += done.length;
      this.#change({ answered: count });
    }
    await this.#options.refreshed();
    this.#change(before);
    if (refused.length > 0) this.#change({ isOn: true, refusal: 'undo', refused });
  }

  /** Undefined when it was not answered, which is told. */
  async #send(sent: readonly InboxEntry[], action: ManyAction): Promise<Answered | undefined> {
    let answered: Answered | undefined;
    const visitors = sent.map(({ visitorId: id, agentId }) => ({ id, agentId }));
    await this.#options.attempt(
      this.#post({ visitors, action }).then((outcome) => {
        answered = [sent, outcome];
      }),
    );
    return answered;
  }

  /** Where the server asks to wait, that is done, so that nothing stays half done. */
  async #post(body: object): Promise<ManyOutcome> {
    const { post = postJson<ManyOutcome>, wait = waitFor } = this.#options;
    try {
      return await post('/agentchat/many', body);
    } catch (error) {
      const pause = error instanceof ApiError ? error.retryAfterMs : undefined;
      if (pause === undefined || pause > WAITS_AT_MOST_MS) throw error;
      await wait(pause);
      return post('/agentchat/many', body);
    }
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
    const chosen = new Map([...all].slice(0, SELECTED_AT_MOST));
    this.#change({ chosen, problem: all.size > SELECTED_AT_MOST ? tooMany() : null });
  }

  #change(change: Partial<SelectionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}

type Answered = readonly [sent: readonly InboxEntry[], outcome: ManyOutcome];

function doneOf(sent: readonly InboxEntry[], { done }: ManyOutcome): InboxEntry[] {
  return sent.filter(({ visitorId }) => done.includes(visitorId));
}

function refusedOf(sent: readonly InboxEntry[], { refused }: ManyOutcome): Refused[] {
  const bySent = byVisitor(sent);
  return refused.map(({ visitorId, why }) => ({
    visitorId,
    email: bySent.get(visitorId)?.email ?? say('A visitor'),
    why,
  }));
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
