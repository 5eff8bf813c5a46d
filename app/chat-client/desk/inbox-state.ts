import { ApiError } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MentionView } from '../../conversation/wire/mentions.ts';
import type {
  AgentView,
  InboxEntry,
  InboxScope,
  MessageHit,
} from '../../conversation/wire/views.ts';
import type { Writer } from './colleagues-writing.ts';
import type { Figures } from './inbox-figures.ts';
import type { ListsState } from './inbox-lists.ts';
import type { InboxQuery } from './inbox-query.ts';
import type { KeptDesk } from './kept/kept-desk.ts';
import { NO_SEARCH, type SearchState } from './inbox-search.ts';
import { NOTHING_SELECTED, type SelectionState } from './inbox-selection.ts';
import type { ViewList } from './inbox-views.ts';
import type { ThreadState } from './open-thread.ts';
import type { Toast } from './toast.ts';

export interface InboxState extends ListsState {
  readonly search: SearchState;
  /** Who answers visitors, for those who see everybody; null until it is known. */
  readonly agents: readonly AgentView[] | null;
  readonly isConnected: boolean;
  /** The server was not reached: what is shown is what this device has seen. */
  readonly isOffline: boolean;
  readonly openVisitorId: string | null;
  /** The conversation that the address names. */
  readonly openConversationId: string | null;
  /** The message a search led to. */
  readonly target: MessageHit | null;
  readonly thread: ThreadState | null;
  readonly toasts: readonly Toast[];
  /** What is selected in the list, and what came of what was done with it. */
  readonly selection: SelectionState;
  /** Notes that name this person and that they have not seen. */
  readonly mentions: readonly MentionView[];
  /** Who else of the team is writing beside the open thread. */
  readonly writers: readonly Writer[];
  /** Who is answering the visitor that this person is about to take over: asked about first. */
  readonly takingFrom: Writer | null;
  /** The thread that the address named was taken over meanwhile; what was begun there is kept. */
  readonly lost: LostThread | null;
  /** What could not be done, in words; shown until the next attempt. */
  readonly problem: string | null;
}

/** Whom somebody else has now; null is the queue. */
export interface LostThread {
  readonly visitorId: string;
  readonly name: string | null;
}

export interface InboxOptions {
  readonly clock: Clock;
  readonly agentId: string;
  /** What this device has seen; absent where the browser keeps nothing. */
  readonly kept?: KeptDesk;
  /** Whose visitors this person may list. */
  readonly scopes: readonly InboxScope[];
  readonly query: InboxQuery;
  readonly list: ViewList;
  readonly figures: Figures;
  /** The thread that the address of the page names. */
  readonly opened: { readonly entry: InboxEntry; readonly conversationId: string } | null;
  onSignedOut(): void;
  /** Whoever is signed in is another in the team than when the page was made. */
  onRoleChanged(): void;
}

/** What all parts of the dashboard stand on: what is shown, and how a refusal is told. */
export class InboxGround {
  readonly options: InboxOptions;
  readonly #listeners = new Set<() => void>();
  #state: InboxState;

  constructor(options: InboxOptions) {
    this.options = options;
    this.#state = stateAtFirst(options);
  }

  get state(): InboxState {
    return this.#state;
  }

  /** Whether this person may list those visitors, and is told of what happens with them. */
  hears(scope: InboxScope): boolean {
    return this.options.scopes.includes(scope);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** False when it was refused, which is told. */
  async attempt(work: Promise<unknown>): Promise<boolean> {
    this.change({ problem: null });
    try {
      await work;
      return true;
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  readonly report = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) this.options.onSignedOut();
    // Without a connection the head of the list says so.
    else if (error.status === 0) this.change({ isOffline: true });
    else this.change({ problem: error.message });
  };
}

function stateAtFirst({ query, list, figures, opened }: InboxOptions): InboxState {
  return {
    ...figures,
    query,
    list,
    opened: opened?.entry ?? null,
    isLoading: false,
    search: NO_SEARCH,
    agents: null,
    isConnected: true,
    isOffline: false,
    openVisitorId: opened?.entry.visitorId ?? null,
    openConversationId: opened?.conversationId ?? null,
    target: null,
    thread: null,
    toasts: [],
    selection: NOTHING_SELECTED,
    mentions: [],
    writers: [],
    takingFrom: null,
    lost: null,
    problem: null,
  };
}
