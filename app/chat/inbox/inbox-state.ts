import { ApiError } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MentionView } from '../protocol/mentions.ts';
import type { AgentView, InboxEntry, InboxScope, MessageHit } from '../protocol/views.ts';
import type { Figures } from '../protocol/inbox-figures.ts';
import type { TakeOver, Writer } from './colleagues.ts';
import type { ListsState } from './inbox-lists.ts';
import type { InboxQuery } from './inbox-query.ts';
import type { OfflineInbox } from './offline/offline-inbox.ts';
import { NO_SEARCH, type SearchState } from './inbox-search.ts';
import { NOTHING_SELECTED, type SelectionState } from './inbox-selection.ts';
import type { ViewList } from './inbox-entries.ts';
import type { ThreadState } from './open-thread.ts';
import type { Toast } from './toast.ts';
import { Listeners } from '../../ui/listeners.ts';

export interface InboxState extends ListsState {
  readonly search: SearchState;
  /** The agents, for managers; null until loaded. */
  readonly agents: readonly AgentView[] | null;
  readonly isConnected: boolean;
  /** The server was unreachable, so the data saved on this device is shown. */
  readonly isOffline: boolean;
  readonly openVisitorId: string | null;
  readonly openConversationId: string | null;
  /** The message that a search result links to. */
  readonly target: MessageHit | null;
  readonly thread: ThreadState | null;
  readonly toasts: readonly Toast[];
  readonly selection: SelectionState;
  /** Notes that mention this agent and that the agent has not seen. */
  readonly mentions: readonly MentionView[];
  readonly writers: readonly Writer[];
  /** Set while a dialog asks this agent before visitors are taken over. */
  readonly takeOver: TakeOver | null;
  /** The conversation in the URL was taken over by somebody else; the agent's draft is kept. */
  readonly lost: LostThread | null;
  /** The error message; shown until the next attempt. */
  readonly problem: string | null;
}

/** Names the new agent of a visitor; null means the queue. */
export interface LostThread {
  readonly visitorId: string;
  readonly name: string | null;
}

export interface InboxOptions {
  readonly clock: Clock;
  readonly agentId: string;
  /** The data saved on this device; undefined where the browser cannot save data. */
  readonly offlineInbox?: OfflineInbox;
  readonly scopes: readonly InboxScope[];
  readonly query: InboxQuery;
  readonly list: ViewList;
  readonly figures: Figures;
  readonly opened: { readonly entry: InboxEntry; readonly conversationId: string } | null;
  onSignedOut(): void;
  onRoleChanged(): void;
}

export class InboxGround {
  readonly options: InboxOptions;
  readonly #listeners = new Listeners();
  #state: InboxState;

  constructor(options: InboxOptions) {
    this.options = options;
    this.#state = stateAtFirst(options);
  }

  get state(): InboxState {
    return this.#state;
  }

  /** True if this agent may list the visitors of `scope` and receives their events. */
  hears(scope: InboxScope): boolean {
    return this.options.scopes.includes(scope);
  }

  readonly subscribe = this.#listeners.subscribe;

  change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }

  /** Resolves to false when the work failed; the error is shown. */
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
    // The header of the list shows that the connection is lost.
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
    takeOver: null,
    lost: null,
    problem: null,
  };
}
