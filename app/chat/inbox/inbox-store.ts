import type { InboxEntry, InboxScope } from '../protocol/views.ts';
import {
  type LiveConnection,
  openLiveConnection,
  type LiveHandlers,
} from '../client/live-connection.ts';
import { outboxPrefix } from '../client/outbox.ts';
import { ColleaguesWriting, DeskAgents, type Held, type TakeOver } from './colleagues.ts';
import { DeskMentions } from './desk-mentions.ts';
import { DeskToasts } from './desk-toasts.ts';
import { InboxActions } from './inbox-actions.ts';
import { InboxHints } from './inbox-hints.ts';
import { InboxLists } from './inbox-lists.ts';
import { InboxSearch } from './inbox-search.ts';
import { InboxSelection } from './inbox-selection.ts';
import { InboxGround, type InboxOptions, type InboxState } from './inbox-state.ts';
import { isUnreachable } from './is-unreachable.ts';
import { DeskKeeper } from './offline/desk-keeper.ts';
import { takeReplies } from './offline/desk-outbox.ts';
import { OpenVisitor } from './open-visitor.ts';
import { ThreadOnScreen } from './thread-on-screen.ts';

/** After this time without input, nobody is assumed to look at the tab. */
export const IDLE_AFTER_MS = 5 * 60_000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

interface FrontWatch {
  readonly isInFront: boolean;
  stop(): void;
}

/** Holds an agent's dashboard in one tab: the list, the open conversation and the notifications. */
export class InboxStore {
  readonly #ground: InboxGround;
  #searched: ((text: string) => void) | null = null;
  #live: LiveConnection | null = null;
  readonly #agents: DeskAgents;
  readonly search: InboxSearch;
  readonly lists: InboxLists;
  readonly selection: InboxSelection;
  readonly visitor: OpenVisitor;
  readonly toasts: DeskToasts;
  readonly thread: ThreadOnScreen;
  readonly hints: InboxHints;
  readonly actions: InboxActions;
  readonly #mentions: DeskMentions;
  readonly #writing: ColleaguesWriting;
  readonly #keeper: DeskKeeper | undefined;
  /** True once the lists come from the server and not from the saved page. */
  #wasCurrent = false;
  #wasAway = false;

  constructor(options: InboxOptions) {
    const ground = new InboxGround(options);
    const { report } = ground;
    this.#ground = ground;
    this.#keeper = options.offlineInbox && new DeskKeeper(ground, options.offlineInbox);
    this.toasts = new DeskToasts(ground);
    this.#mentions = new DeskMentions({ onChange: (mentions) => ground.change({ mentions }) });
    this.lists = new InboxLists({
      agentId: options.agentId,
      initial: ground.state,
      onChange: (change) => ground.change(change),
      onRoleChanged: () => options.onRoleChanged(),
      onError: report,
      onRefreshed: (visitorId, inboxEntry) => this.thread.follows(visitorId, inboxEntry),
      kept: async (query) => options.offlineInbox?.list(query),
    });
    this.actions = new InboxActions({
      attempt: (work) => ground.attempt(work),
      refresh: (visitorId) => this.lists.refresh(visitorId),
      offer: (toast) => this.toasts.offer(toast),
    });
    this.selection = new InboxSelection({
      onChange: (selection) => ground.change({ selection }),
      shown: () => this.shownEntries(),
      attempt: (work) => ground.attempt(work),
      offer: (text, about, undo) => this.actions.offer(text, about, undo),
      asksToTakeOver: (entries, confirm) => this.#asksToTakeOver(entries, confirm),
      refreshed: () => this.lists.catchUp().catch(report),
    });
    this.#writing = new ColleaguesWriting({
      ownId: options.agentId,
      onChange: () => this.#notifyWriters(),
    });
    this.#agents = new DeskAgents({
      onChange: (agents) => ground.change({ agents }),
      onError: report,
    });
    this.search = new InboxSearch({
      onChange: (search) => ground.change({ search }),
      onError: report,
      scopeOf: () => (ground.hears('all') ? 'all' : 'mine'),
      onSearched: (text) => this.#searched?.(text),
    });
    const parts = {
      lists: this.lists,
      search: this.search,
      writing: this.#writing,
      mentions: this.#mentions,
      toasts: this.toasts,
      selection: this.selection,
      askAgentsSoon: () => this.#askAgentsSoon(),
    };
    this.thread = new ThreadOnScreen(ground, parts);
    this.hints = new InboxHints(ground, { ...parts, thread: this.thread });
    this.visitor = new OpenVisitor(ground, {
      ...parts,
      thread: this.thread,
      actions: this.actions,
      asksToTakeOver: (entries, confirm) => this.#asksToTakeOver(entries, confirm),
      notifyTyping: (conversationId, clientId) => this.#live?.typing(conversationId, clientId),
    });
  }

  get scopes(): readonly InboxScope[] {
    return this.#ground.options.scopes;
  }

  hears(scope: InboxScope): boolean {
    return this.#ground.hears(scope);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#ground.subscribe(listener);

  readonly getState = (): InboxState => this.#ground.state;

  /** Calls `listener` when the search text changes, so that the URL can follow. */
  onSearched(listener: (text: string) => void): () => void {
    this.#searched = listener;
    return () => {
      this.#searched = null;
    };
  }

  connect(): () => void {
    this.#live = openAgentConnection({
      subscribe: (socket) => this.hints.subscribe(socket),
      onWake: () => void this.#catchUp(),
      onStatus: (isConnected) => this.#takeStatus(isConnected),
      onRefused: () => this.#ground.options.onSignedOut(),
    });
    const onStored = ({ key }: StorageEvent) => {
      if (key !== null) this.thread.current?.onStored(key);
    };
    window.addEventListener('storage', onStored);
    const stopKeeping = this.#keeper?.start();
    return () => {
      window.removeEventListener('storage', onStored);
      stopKeeping?.();
      this.#agents.close();
      this.#writing.close();
      this.#live?.close();
    };
  }

  /** Opens the next or previous visitor of the list. At the end of the list, the next page is loaded. */
  async step(by: 1 | -1): Promise<void> {
    const { openVisitorId: from, search } = this.getState();
    const isLast = from !== null && this.shownEntries().at(-1)?.visitorId === from;
    if (by === 1 && isLast && search.found === null) await this.lists.loadMore();
    const shown = this.shownEntries();
    const { openVisitorId } = this.getState();
    // If the agent opened another visitor while the page loaded, that visitor stays open.
    if (openVisitorId !== from) return;
    const at = shown.findIndex(({ visitorId }) => visitorId === openVisitorId);
    const next = shown[at === -1 ? 0 : at + by];
    // The history entry is replaced: Back leaves the conversation instead of walking through every visitor.
    if (next) void this.thread.open(next.visitorId, undefined, { replaces: at !== -1 });
  }

  /** Tells the team that a text was begun in the composer of this conversation, or was cleared. */
  writing(conversationId: string, isNote: boolean, isOver: boolean): void {
    this.#live?.writing(conversationId, { isNote, isOver });
  }

  /** Loads replies that the service worker has sent or that were typed into a notification. */
  async takeReplies(): Promise<void> {
    const { agentId } = this.#ground.options;
    for (const conversationId of await takeReplies(localStorage, agentId)) {
      this.thread.current?.onStored(outboxPrefix(conversationId));
    }
  }

  /** Assigns the data saved on this device to this agent; resolves to false where nothing can be saved. */
  async takeOverDevice(): Promise<boolean> {
    return (await this.#ground.options.offlineInbox?.takeOver()) ?? false;
  }

  dropTakeOver(): void {
    this.#ground.change({ takeOver: null });
  }

  async confirmTakeOver(): Promise<void> {
    const { takeOver } = this.getState();
    this.dropTakeOver();
    await takeOver?.confirm();
  }

  loadEarlier(): void {
    void this.thread.current?.loadEarlier().catch(this.#ground.report);
  }

  async undo(toastId: string): Promise<void> {
    this.toasts.dismiss(toastId);
    await this.actions.undo(toastId);
  }

  shownEntries(): readonly InboxEntry[] {
    const { search, list } = this.getState();
    return search.found ?? list?.entries ?? [];
  }

  #notifyWriters(): void {
    const { openVisitorId, takeOver } = this.getState();
    this.#ground.change({ writers: this.#writing.of(openVisitorId) });
    if (takeOver) this.#asksToTakeOver(takeOver.entries, takeOver.confirm);
  }

  /** Shows or updates the question while an agent of these visitors is writing to them; otherwise returns false. */
  #asksToTakeOver(entries: readonly Held[], confirm: TakeOver['confirm']): boolean {
    const writers = this.#writing.amongAgentsOf(entries);
    const isAsked = writers.length > 0;
    this.#ground.change({ takeOver: isAsked ? { entries, writers, confirm } : null });
    return isAsked;
  }

  async #catchUp(): Promise<void> {
    try {
      const { openVisitorId } = this.getState();
      if (openVisitorId) this.hints.personChanged(openVisitorId);
      const wasAway = this.#wasAway;
      this.#wasAway = false;
      await this.lists.catchUp({ wasAway }).catch((error: unknown) => {
        this.#wasAway ||= wasAway;
        throw error;
      });
      this.#wasCurrent = true;
      this.#ground.change({ isOffline: false });
      await this.#mentions.read();
      this.#askAgentsSoon();
      await this.thread.current?.catchUp();
      if (openVisitorId && this.thread.current?.isOpen) await this.thread.load(openVisitorId);
    } catch (error) {
      this.#ground.report(error);
      // A saved page may be older than the data that this device has saved since.
      if (isUnreachable(error) && !this.#wasCurrent) await this.lists.showPersisted();
    }
  }

  /** Offline, no event triggers a catch-up, so a failed one marks the page as offline and shows saved data. */
  #takeStatus(isConnected: boolean): void {
    this.#ground.change({ isConnected });
    this.#wasAway ||= !isConnected;
    const isDoubtful = !navigator.onLine || !this.#wasCurrent;
    if (!isConnected && isDoubtful && !this.#ground.state.isOffline) void this.#catchUp();
  }

  #askAgentsSoon(): void {
    if (this.hears('all')) this.#agents.askSoon();
  }
}

function openAgentConnection(handlers: LiveHandlers): LiveConnection {
  let notify: ((isInFront: boolean) => void) | undefined;
  const front = watchFront(document, (isInFront) => notify?.(isInFront));
  const live = openLiveConnection(
    { as: 'agent' },
    {
      ...handlers,
      subscribe(socket) {
        notify = (isInFront) => {
          if (socket.connected) socket.emit('front', { isInFront });
        };
        // The server does not carry this state over from the previous connection.
        socket.on('connect', () => notify?.(front.isInFront));
        handlers.subscribe(socket);
      },
    },
  );
  return {
    writing: (conversationId, how) => live.writing(conversationId, how),
    typing: (conversationId, clientId) => live.typing(conversationId, clientId),
    close() {
      front.stop();
      live.close();
    },
  };
}

/**
 * Calls `notify` when this tab comes to the front, and when it is hidden or idle. An agent with the dashboard
 * in front needs no push notifications about the same events.
 */
export function watchFront(page: Page, notify: (isInFront: boolean) => void): FrontWatch {
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let isInFront = false;

  function set(next: boolean): void {
    if (next === isInFront) return;
    isInFront = next;
    notify(next);
  }

  function look(): void {
    clearTimeout(idleTimer);
    const isVisible = page.visibilityState === 'visible';
    if (isVisible) idleTimer = setTimeout(() => set(false), IDLE_AFTER_MS);
    set(isVisible);
  }

  page.addEventListener('visibilitychange', look);
  for (const touch of TOUCHES) page.addEventListener(touch, look, { passive: true });
  look();
  return {
    get isInFront() {
      return isInFront;
    },
    stop() {
      clearTimeout(idleTimer);
      page.removeEventListener('visibilitychange', look);
      for (const touch of TOUCHES) page.removeEventListener(touch, look);
    },
  };
}
