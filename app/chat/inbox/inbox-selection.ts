import { t } from '../../i18n/translate.ts';
import { ApiError, postJson } from '../../platform/api-client.ts';
import {
  MANY_AT_MOST,
  SELECTED_AT_MOST,
  type ManyAction,
  type ManyOutcome,
} from '../protocol/many.ts';
import type { InboxEntry } from '../protocol/views.ts';
import type { About } from './inbox-actions.ts';

export interface Refused {
  readonly visitorId: string;
  readonly email: string;
  readonly why: string;
}

export interface SelectionState {
  /** Clicks select entries instead of opening them. */
  readonly isOn: boolean;
  /** Maps visitor ids to the entries as the agent saw them. */
  readonly chosen: ReadonlyMap<string, InboxEntry>;
  readonly isBusy: boolean;
  readonly answered: number;
  /** The entries that the server refused, each with the reason. */
  readonly refused: readonly Refused[];
  /** Tells if the action, its undo or the selection itself failed for the refused entries. */
  readonly refusal: 'action' | 'undo' | 'loss';
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
  shown(): readonly InboxEntry[];
  /** Shows an error that concerns the whole request; resolves to false when there was one. */
  attempt(work: Promise<unknown>): Promise<boolean>;
  offer(text: string, about: About, undo: () => Promise<unknown>): void;
  /** Asks before visitors are taken from agents who are writing (rule 139); false where nobody is. */
  asksToTakeOver(entries: readonly InboxEntry[], confirm: () => Promise<void>): boolean;
  refreshed(): Promise<void>;
  post?: typeof postJson<ManyOutcome>;
  wait?: (ms: number) => Promise<unknown>;
}

const waitFor = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The action fails if the server's Retry-After time is longer than this. */
const WAITS_AT_MOST_MS = 60_000;

const tooMany = () =>
  t('You can select up to {manyAtMost} at once. Finish with these first.', {
    manyAtMost: SELECTED_AT_MOST,
  });

export class InboxSelection {
  readonly #options: InboxSelectionOptions;
  #state = NOTHING_SELECTED;
  #last: string | null = null;
  /** Serializes bulk actions: each waits for the previous one. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: InboxSelectionOptions) {
    this.#options = options;
  }

  begin(inboxEntry?: InboxEntry): void {
    this.#change({ ...NOTHING_SELECTED, isOn: true });
    if (inboxEntry) this.toggle(inboxEntry);
  }

  end(): void {
    this.#last = null;
    this.#change(NOTHING_SELECTED);
  }

  /** With `isRange`, everything between the last toggled entry and this one is selected too. */
  toggle(inboxEntry: InboxEntry, isRange = false): void {
    // A running action keeps the selection that it started with.
    if (this.#state.isBusy) return undefined;
    const { chosen } = this.#state;
    const range = isRange ? this.#upTo(inboxEntry) : [];
    if (range.length > 0) return this.#add(range);
    this.#last = inboxEntry.visitorId;
    if (!chosen.has(inboxEntry.visitorId)) return this.#add([inboxEntry]);
    const left = new Map(chosen);
    left.delete(inboxEntry.visitorId);
    return this.#change({ chosen: left, problem: null });
  }

  all(): void {
    if (!this.#state.isBusy) this.#add(this.#options.shown());
  }

  async resolve(): Promise<void> {
    await this.#do(t('Resolved'), { kind: 'resolve' }, ({ completed }) => ({
      kind: 'reopen',
      completed,
    }));
  }

  async snooze(until: Date): Promise<void> {
    await this.#do(t('Snoozed'), { kind: 'snooze', until }, () => ({
      kind: 'snooze',
      until: null,
    }));
  }

  async act(action: ManyAction): Promise<void> {
    const work = () => this.#do(null, action, null);
    const isAsked =
      action.kind === 'take' &&
      this.#options.asksToTakeOver([...this.#state.chosen.values()], work);
    if (!isAsked) await work();
  }

  /** Removes a visitor who is now assigned to somebody else. */
  lose({ visitorId, holder }: { visitorId: string; holder?: string | null }): void {
    const { chosen, refusal, isBusy } = this.#state;
    const lost = chosen.get(visitorId);
    // While an action runs, the server reports such a visitor as refused.
    if (!lost || isBusy) return;
    const left = new Map(chosen);
    left.delete(visitorId);
    const why = holder
      ? t('This visitor is now with {name}.', { name: holder })
      : t('This visitor is no longer assigned to you.');
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

  /** Runs actions one after the other, so that an undo and a new action cannot overlap. */
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
    // Refused and unanswered entries stay selected in their current state for another attempt, except those
    // that have left this list.
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
    const about = { visitorId: 'several', email: formatVisitors(done) };
    this.#options.offer(said, about, () => this.#inTurn(() => this.#undo(answered, undoing)));
  }

  /** Undoes an action with the same progress display. The selection made meanwhile is restored afterwards. */
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
      const why = t("Couldn't reach the server.");
      refused.push(
        ...(one ? refusedOf(...one) : done.map((inboxEntry) => ({ ...inboxEntry, why }))),
      );
      count += done.length;
      this.#change({ answered: count });
    }
    await this.#options.refreshed();
    this.#change(before);
    if (refused.length > 0) this.#change({ isOn: true, refusal: 'undo', refused });
  }

  /** Returns undefined when the request failed; `attempt` has shown the error then. */
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

  /** Waits for the server's Retry-After time, so that no action stays half done. */
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
    const from = shown.findIndex((inboxEntry) => inboxEntry.visitorId === this.#last);
    const to = shown.findIndex((inboxEntry) => inboxEntry.visitorId === visitorId);
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
    email: bySent.get(visitorId)?.email ?? t('A visitor'),
    why,
  }));
}

function byVisitor(entries: readonly InboxEntry[]): ReadonlyMap<string, InboxEntry> {
  return new Map(entries.map((inboxEntry) => [inboxEntry.visitorId, inboxEntry]));
}

function formatVisitors(entries: readonly InboxEntry[]): string {
  const [first] = entries;
  return entries.length === 1 && first
    ? first.email
    : t('{count, plural, one {# visitor} other {# visitors}}', { count: entries.length });
}
