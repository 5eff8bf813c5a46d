import { say } from '../../../platform/say.ts';
import type { DraftKind, DraftView } from '../../../assistant/wire/draft.ts';
import { ApiError, getJson, postJson } from '../../../platform/api-client.ts';

/** A model takes seconds; asked more often nothing is gained. */
const LOOK_EVERY_MS = 700;
/** The server gives up before. */
const LOOKS_AT_MOST = 120;

/** A draft on its way to a box. */
export type Drafting =
  | { readonly step: 'drafting' }
  | { readonly step: 'ready'; readonly draft: DraftView }
  /** It stands in the box, where it can be changed. */
  | { readonly step: 'placed'; readonly draft: DraftView }
  | { readonly step: 'failed'; readonly problem: string };

/**
 * The drafts that were asked for, by what they are for: looking at another thread meanwhile ends
 * none, and shows each where it belongs.
 */
export class DraftDesk {
  readonly #kept = new Map<string, Drafting>();
  readonly #asked = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  of(conversationId: string, kind: DraftKind): Drafting | undefined {
    return this.#kept.get(`${kind} ${conversationId}`);
  }

  /** Asks for one; whatever comes of it stands in {@link of}. */
  async begin(conversationId: string, kind: DraftKind): Promise<void> {
    const key = `${kind} ${conversationId}`;
    const before = this.#kept.get(key);
    if (before?.step === 'drafting') return;
    // One that was only looked at makes room.
    if (before?.step === 'ready') this.drop(conversationId, kind);
    this.#put(key, { step: 'drafting' });
    const abort = new AbortController();
    this.#asked.set(key, abort);
    const path = `/agentchat/conversations/${conversationId}/drafts`;
    try {
      const { draft } = await postJson<{ draft: { id: string } }>(path, { kind });
      if (abort.signal.aborted) return await this.#refuse(path, draft.id);
      abort.signal.addEventListener('abort', () => void this.#refuse(path, draft.id));
      const made = await look(`${path}/${draft.id}`, abort.signal);
      if (!abort.signal.aborted) this.#put(key, made);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (abort.signal.aborted) return;
      const problem = error.status === 0 ? sayNotReached() : error.message;
      this.#put(key, { step: 'failed', problem });
    }
  }

  /** Finds the draft again that stood in the box before a reload; none that is over. */
  async find(conversationId: string, draftId: string): Promise<void> {
    const key = `answer ${conversationId}`;
    if (this.#kept.has(key)) return;
    try {
      const path = `/agentchat/conversations/${conversationId}/drafts/${draftId}`;
      const { draft } = await getJson<{ draft: DraftView }>(path);
      if (draft.text !== null && !this.#kept.has(key)) this.#put(key, { step: 'placed', draft });
    } catch (error) {
      // The text itself is in the box; what it rests on is not shown then.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  placed(conversationId: string, kind: DraftKind): void {
    const drafting = this.of(conversationId, kind);
    if (drafting?.step !== 'ready') return;
    this.#put(`${kind} ${conversationId}`, { step: 'placed', draft: drafting.draft });
  }

  /** What one had written took its place again; it can still be used. */
  takenOut(conversationId: string): void {
    const drafting = this.of(conversationId, 'answer');
    if (drafting?.step !== 'placed') return;
    this.#put(`answer ${conversationId}`, { step: 'ready', draft: drafting.draft });
  }

  /** It was sent, or saved: what became of it the server has counted. */
  done(conversationId: string, kind: DraftKind): void {
    this.#put(`${kind} ${conversationId}`, undefined);
  }

  /** It is not wanted: stops it, or drops what came. */
  drop(conversationId: string, kind: DraftKind): void {
    const key = `${kind} ${conversationId}`;
    const drafting = this.#kept.get(key);
    this.#put(key, undefined);
    if (drafting?.step === 'drafting') this.#asked.get(key)?.abort();
    if (drafting && 'draft' in drafting) {
      void this.#refuse(`/agentchat/conversations/${conversationId}/drafts`, drafting.draft.id);
    }
  }

  /** What is not told now the server counts as dropped after a day. */
  async #refuse(path: string, draftId: string): Promise<void> {
    await postJson(`${path}/${draftId}`, { isWanted: false }).catch(() => {});
  }

  #put(key: string, drafting: Drafting | undefined): void {
    if (drafting) this.#kept.set(key, drafting);
    else this.#kept.delete(key);
    for (const listener of this.#listeners) listener();
  }
}

const sayNotReached = () =>
  say('No connection. Please draft again when it is back; nothing of yours is lost.');
const sayTooLong = () =>
  say('The draft takes too long. Please draft again, or write the answer yourself.');

async function look(path: string, signal: AbortSignal): Promise<Drafting> {
  for (let looks = 0; looks < LOOKS_AT_MOST; looks += 1) {
    await pause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return { step: 'failed', problem: '' };
    const { draft } = await getJson<{ draft: DraftView }>(path, signal);
    if (draft.state === 'ready' && draft.text !== null) return { step: 'ready', draft };
    if (draft.state !== 'drafting') {
      return { step: 'failed', problem: draft.problem ?? say('The draft was stopped.') };
    }
  }
  return { step: 'failed', problem: sayTooLong() };
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

/** One for the page: it outlives the threads that are looked at. */
export const draftDesk = new DraftDesk();
