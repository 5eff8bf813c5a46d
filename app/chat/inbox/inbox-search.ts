import { inboxApi } from './inbox-api.ts';
import type { InboxEntry, InboxScope, MessageHit } from '../protocol/views.ts';

const DEBOUNCE_MS = 300;

export interface SearchState {
  readonly text: string;
  /** Visitors whose email address or name contains the text and who pass the filters; null without a search. */
  readonly found: readonly InboxEntry[] | null;
  readonly hits: readonly MessageHit[];
  readonly hasMoreHits: boolean;
  readonly isLoading: boolean;
}

export const NO_SEARCH: SearchState = {
  text: '',
  found: null,
  hits: [],
  hasMoreHits: false,
  isLoading: false,
};

interface HitsAnswer {
  readonly hits: readonly MessageHit[];
  readonly hasMore: boolean;
}

interface InboxSearchOptions {
  onChange(state: SearchState): void;
  onError(error: unknown): void;
  /** Runs when the search text changes; '' ends the search. */
  onSearched?(text: string): void;
  scopeOf(): InboxScope;
}

export class InboxSearch {
  readonly #options: InboxSearchOptions;
  #state = NO_SEARCH;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: InboxSearchOptions) {
    this.#options = options;
  }

  search(text: string): void {
    clearTimeout(this.#timer);
    if (text.trim() === '') {
      this.#change({ ...NO_SEARCH, text });
      this.#options.onSearched?.('');
      return;
    }
    this.#change({ text });
    this.#timer = setTimeout(() => void this.#run(text), DEBOUNCE_MS);
  }

  forget(messageId: string): void {
    const hits = this.#state.hits.filter((hit) => hit.messageId !== messageId);
    if (hits.length < this.#state.hits.length) this.#change({ hits });
  }

  async loadMore(): Promise<void> {
    const { text, hits, hasMoreHits, isLoading } = this.#state;
    const last = hits.at(-1);
    if (!hasMoreHits || isLoading || !last) return;
    const cursor = { createdAt: last.createdAt, messageId: last.messageId };
    await this.#load(text, async () => {
      const page = await readHits(text, cursor);
      return { hits: [...hits, ...page.hits], hasMoreHits: page.hasMore };
    });
  }

  async #run(text: string): Promise<void> {
    this.#options.onSearched?.(text.trim());
    await this.#load(text, async () => {
      const query = { scope: this.#options.scopeOf(), search: text.trim() };
      const [visitors, messages] = await Promise.all([
        inboxApi.get('/agentchat/inbox', {}, { query }),
        readHits(text, {}),
      ]);
      return { found: visitors.entries, hits: messages.hits, hasMoreHits: messages.hasMore };
    });
  }

  /** Drops a response if the search text has changed meanwhile. */
  async #load(text: string, read: () => Promise<Partial<SearchState>>): Promise<void> {
    this.#change({ isLoading: true });
    try {
      const found = await read();
      if (this.#state.text === text) this.#change(found);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      if (this.#state.text === text) this.#change({ isLoading: false });
    }
  }

  #change(change: Partial<SearchState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}

function readHits(text: string, cursor: Record<string, string>): Promise<HitsAnswer> {
  return inboxApi.get('/agentchat/search', {}, { query: { text: text.trim(), ...cursor } });
}
