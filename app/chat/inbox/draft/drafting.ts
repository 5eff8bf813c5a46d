import { t } from '../../../i18n/translate.ts';
import type { DraftKind, DraftView } from '../../../assistant/protocol/draft.ts';
import { ApiError } from '../../../platform/api-client.ts';
import { inboxApi } from '../inbox-api.ts';
import { Listeners } from '../../../ui/listeners.ts';

const DRAFT = '/agentchat/conversations/:id/drafts/:draft';

/** A model takes seconds, so faster polling gains nothing. */
const LOOK_EVERY_MS = 700;
/** The server's own limit is shorter. */
const LOOKS_AT_MOST = 120;

export type Drafting =
  | { readonly step: 'drafting' }
  | { readonly step: 'ready'; readonly draft: DraftView }
  | { readonly step: 'placed'; readonly draft: DraftView }
  | { readonly step: 'failed'; readonly problem: string };

/** Holds the requested drafts by conversation and kind, so that opening another conversation does not cancel them. */
export class DraftDesk {
  readonly #persisted = new Map<string, Drafting>();
  readonly #asked = new Map<string, AbortController>();
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.subscribe;

  of(conversationId: string, kind: DraftKind): Drafting | undefined {
    return this.#persisted.get(`${kind} ${conversationId}`);
  }

  /** Requests a draft; {@link of} returns the progress and the result. */
  async begin(conversationId: string, kind: DraftKind): Promise<void> {
    const key = `${kind} ${conversationId}`;
    const before = this.#persisted.get(key);
    if (before?.step === 'drafting') return;
    // A draft that was only looked at is discarded for the new one.
    if (before?.step === 'ready') this.drop(conversationId, kind);
    this.#put(key, { step: 'drafting' });
    const abort = new AbortController();
    this.#asked.set(key, abort);
    const id = conversationId;
    try {
      const path = '/agentchat/conversations/:id/drafts';
      const { draft: suggestedReply } = await inboxApi.post(path, { id }, { kind });
      if (abort.signal.aborted) return await this.#refuse(id, suggestedReply.id);
      abort.signal.addEventListener('abort', () => void this.#refuse(id, suggestedReply.id));
      const made = await look(id, suggestedReply.id, abort.signal);
      if (!abort.signal.aborted) this.#put(key, made);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (abort.signal.aborted) return;
      const problem = error.status === 0 ? describeNotReached() : error.message;
      this.#put(key, { step: 'failed', problem });
    }
  }

  /** Loads the draft that was in the composer before a reload, unless the draft is gone. */
  async find(conversationId: string, draftId: string): Promise<void> {
    const key = `answer ${conversationId}`;
    if (this.#persisted.has(key)) return;
    try {
      const { draft: suggestedReply } = await inboxApi.get(DRAFT, {
        id: conversationId,
        draft: draftId,
      });
      if (suggestedReply.text !== null && !this.#persisted.has(key))
        this.#put(key, { step: 'placed', draft: suggestedReply });
    } catch (error) {
      // The text itself is in the composer; only its sources are missing then.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  placed(conversationId: string, kind: DraftKind): void {
    const drafting = this.of(conversationId, kind);
    if (drafting?.step !== 'ready') return;
    this.#put(`${kind} ${conversationId}`, { step: 'placed', draft: drafting.draft });
  }

  /** The agent's previous text is back in the composer; the draft can still be used. */
  takenOut(conversationId: string): void {
    const drafting = this.of(conversationId, 'answer');
    if (drafting?.step !== 'placed') return;
    this.#put(`answer ${conversationId}`, { step: 'ready', draft: drafting.draft });
  }

  /** The draft was sent or saved; the server has counted the outcome. */
  done(conversationId: string, kind: DraftKind): void {
    this.#put(`${kind} ${conversationId}`, undefined);
  }

  drop(conversationId: string, kind: DraftKind): void {
    const key = `${kind} ${conversationId}`;
    const drafting = this.#persisted.get(key);
    this.#put(key, undefined);
    if (drafting?.step === 'drafting') this.#asked.get(key)?.abort();
    if (drafting && 'draft' in drafting) {
      void this.#refuse(conversationId, drafting.draft.id);
    }
  }

  /** If this request fails, the server counts the draft as discarded after a day. */
  async #refuse(conversationId: string, draftId: string): Promise<void> {
    const parameters = { id: conversationId, draft: draftId };
    await inboxApi.post(DRAFT, parameters, { isWanted: false }).catch(() => {});
  }

  #put(key: string, drafting: Drafting | undefined): void {
    if (drafting) this.#persisted.set(key, drafting);
    else this.#persisted.delete(key);
    this.#listeners.notify();
  }
}

const describeNotReached = () =>
  t("No connection. Try again when you're back online. Nothing you wrote is lost.");
const describeTooLong = () =>
  t('The draft is taking too long. Try again, or write the answer yourself.');

async function look(id: string, draftId: string, signal: AbortSignal): Promise<Drafting> {
  for (let looks = 0; looks < LOOKS_AT_MOST; looks += 1) {
    await pause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return { step: 'failed', problem: '' };
    const { draft: suggestedReply } = await inboxApi.get(DRAFT, { id, draft: draftId }, { signal });
    if (suggestedReply.state === 'ready' && suggestedReply.text !== null)
      return { step: 'ready', draft: suggestedReply };
    if (suggestedReply.state !== 'drafting') {
      return { step: 'failed', problem: suggestedReply.problem ?? t('The draft was stopped.') };
    }
  }
  return { step: 'failed', problem: describeTooLong() };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** One instance for the page, because drafts outlive the conversations on the screen. */
export const draftDesk = new DraftDesk();
