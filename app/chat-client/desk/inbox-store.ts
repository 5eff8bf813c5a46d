import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MentionView } from '../../conversation/wire/mentions.ts';
import type {
  ChangedEvent,
  MessageEvent,
  UnassignedEvent,
} from '../../conversation/wire/events.ts';
import type { LiveConnection } from '../live-connection.ts';
import type {
  AgentView,
  InboxEntry,
  InboxScope,
  MessageHit,
  ThreadView,
  TransferTarget,
} from '../../conversation/wire/views.ts';
import { openAgentConnection } from './agent-connection.ts';
import { ColleaguesWriting, type Writer } from './colleagues-writing.ts';
import { DeskAgents } from './desk-agents.ts';
import { DeskMentions } from './desk-mentions.ts';
import { InboxActions } from './inbox-actions.ts';
import { InboxSelection, NOTHING_SELECTED, type SelectionState } from './inbox-selection.ts';
import { InboxSearch, NO_SEARCH, type SearchState } from './inbox-search.ts';
import { InboxLists, type ListsState } from './inbox-lists.ts';
import type { Figures } from './inbox-figures.ts';
import type { InboxQuery } from './inbox-query.ts';
import type { ViewList } from './inbox-views.ts';
import { clearNotice } from './notify.ts';
import { NoteWriter } from './note-writer.ts';
import { OpenThread, type ThreadState } from './open-thread.ts';
import {
  addToast,
  failureToast,
  mentionToast,
  toToast,
  unattendedToast,
  type NewMessageToast,
  type Toast,
  type UndoToast,
} from './toast.ts';
import type { Sent } from '../conversation-channel.ts';
import { OwnTyping } from '../typing.ts';
import { VisitorPresence } from './visitor-presence.ts';

export interface InboxState extends ListsState {
  readonly search: SearchState;
  /** Who answers visitors, for those who see everybody; null until it is known. */
  readonly agents: readonly AgentView[] | null;
  readonly isConnected: boolean;
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

/** How the address follows. */
export interface Move {
  /** In the place of the thread before: no step of its own to go back to. */
  readonly replaces?: boolean;
}

type OnMoved = (conversationId: string | null, how?: Move) => void;

export interface InboxOptions {
  readonly clock: Clock;
  readonly agentId: string;
  /** Whose visitors this person may list. */
  readonly scopes: readonly InboxScope[];
  readonly query: InboxQuery;
  readonly list: ViewList;
  readonly figures: Figures;
  /** The thread that the address of the page names. */
  readonly opened: { readonly entry: InboxEntry; readonly conversationId: string } | null;
  onSignedOut(): void;
}

/** An agent's dashboard in one tab: the list, the open thread, and what is new. */
export class InboxStore {
  readonly #options: InboxOptions;
  readonly #listeners = new Set<() => void>();
  #state: InboxState;
  #moved: OnMoved | null = null;
  #searched: ((text: string) => void) | null = null;
  readonly #personListeners = new Set<(visitorId: string) => void>();
  #unseen: ((toast: NewMessageToast) => void) | null = null;
  #thread: OpenThread | null = null;
  #live: LiveConnection | null = null;
  /** Whose thread was asked for and has not come yet. */
  #loadingVisitorId: string | null = null;
  readonly #search: InboxSearch;
  readonly #lists: InboxLists;
  readonly #agents: DeskAgents;
  /** Several entries of the list, to do something with at once. */
  readonly selection: InboxSelection;
  readonly #mentions = new DeskMentions({ onChange: (mentions) => this.#change({ mentions }) });
  readonly #notes = new NoteWriter();
  readonly #ownTyping = new OwnTyping();
  readonly #writing: ColleaguesWriting;
  readonly #presence = new VisitorPresence();
  readonly #actions: InboxActions;

  constructor(options: InboxOptions) {
    this.#options = options;
    const { query, list, figures, opened } = options;
    const lists: ListsState = {
      ...figures,
      query,
      list,
      opened: opened?.entry ?? null,
      isLoading: false,
    };
    this.#state = {
      ...lists,
      search: NO_SEARCH,
      agents: null,
      isConnected: true,
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
    this.#lists = new InboxLists({
      agentId: options.agentId,
      initial: lists,
      onChange: (change) => this.#change(change),
      onError: (error) => this.#report(error),
      onRefreshed: (visitorId, entry) => this.#onRefreshed(visitorId, entry),
    });
    this.#actions = new InboxActions({
      attempt: (work) => this.#attempt(work),
      refresh: (visitorId) => this.#lists.refresh(visitorId),
      offer: (toast) => this.#offer(toast),
    });
    this.selection = new InboxSelection({
      onChange: (selection) => this.#change({ selection }),
      shown: () => this.shownEntries(),
      attempt: (work) => this.#attempt(work),
      offer: (text, about, undo) => this.#actions.offer(text, about, undo),
      refreshed: () => this.#lists.catchUp().catch((error: unknown) => this.#report(error)),
    });
    this.#writing = new ColleaguesWriting({
      ownId: options.agentId,
      onChange: () => this.#tellWriters(),
    });
    this.#agents = new DeskAgents({
      onChange: (agents) => this.#change({ agents }),
      onError: (error) => this.#report(error),
    });
    this.#search = new InboxSearch({
      onChange: (search) => this.#change({ search }),
      onError: (error) => this.#report(error),
      scopeOf: () => (this.hears('all') ? 'all' : 'mine'),
      onSearched: (text) => this.#searched?.(text),
    });
  }

  get scopes(): readonly InboxScope[] {
    return this.#options.scopes;
  }

  /** Whether this person may list those visitors, and is told of what happens with them. */
  hears(scope: InboxScope): boolean {
    return this.#options.scopes.includes(scope);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): InboxState => this.#state;

  /** Calls `listener` when a visitor wrote while their thread was not in sight. */
  onUnseen(listener: (toast: NewMessageToast) => void): () => void {
    this.#unseen = listener;
    return () => {
      this.#unseen = null;
    };
  }

  /** Calls `listener` when a thread was opened, or with null left: the address follows. */
  onMoved(listener: OnMoved): () => void {
    this.#moved = listener;
    return () => {
      this.#moved = null;
    };
  }

  /** Calls `listener` when another search is shown, or none: the address follows. */
  onSearched(listener: (text: string) => void): () => void {
    this.#searched = listener;
    return () => {
      this.#searched = null;
    };
  }

  /** Reads a visitor's entry anew, wherever it is shown. */
  async readAgain(visitorId: string): Promise<void> {
    await this.#lists.refresh(visitorId);
  }

  /** Calls `listener` when what is known about a visitor may be another now. */
  onPersonChanged(listener: (visitorId: string) => void): () => void {
    this.#personListeners.add(listener);
    return () => this.#personListeners.delete(listener);
  }

  /** Opens the live connection; returns the function that closes it. */
  connect(): () => void {
    this.#live = openAgentConnection({
      subscribe: (socket) => {
        socket.on('message', (event) => void this.#onMessage(event));
        socket.on('removed', (event) => this.#onRemoved(event));
        socket.on('entry', (entry) => this.#onEntry(entry));
        socket.on('unassigned', (event) => this.#onUnassigned(event));
        socket.on('writing', (event) => this.#writing.hear(event));
        socket.on('changed', (event) => this.#onChanged(event));
        socket.on('person', ({ visitorId }) => {
          if (this.#lists.known(visitorId)) void this.#lists.refresh(visitorId);
          this.#personChanged(visitorId);
        });
        socket.on('note', ({ visitorId, note }) => {
          if (this.#state.openVisitorId === visitorId) this.#thread?.addNote(note);
        });
        socket.on('mentioned', (mention) => this.#onMentioned(mention));
        socket.on('desk', () => this.#askAgentsSoon());
        socket.on('read', (event) => void this.#lists.takeRead(event));
        socket.on('seen', ({ conversationId, number, isAgent }) => {
          if (!isAgent) this.#lists.takeSeen(conversationId, number);
        });
        socket.on('presence', (event) => {
          this.#presence.hint(event);
          this.#thread?.setVisitorOnline(event.conversationId, event.isOnline);
        });
        socket.on('unattended', (event) => this.#showToast(unattendedToast(event)));
        socket.on('typing', (event) => this.#thread?.onTyping(event));
      },
      onWake: () => void this.#catchUp(),
      onStatus: (isConnected) => this.#change({ isConnected }),
      onRefused: () => this.#options.onSignedOut(),
    });
    const onStored = ({ key }: StorageEvent) => {
      if (key !== null) this.#thread?.onStored(key);
    };
    window.addEventListener('storage', onStored);
    return () => {
      window.removeEventListener('storage', onStored);
      this.#agents.close();
      this.#writing.close();
      this.#live?.close();
    };
  }

  /** Shows the list that the address names. */
  async show(query: InboxQuery): Promise<void> {
    await this.#lists.show(query);
  }

  /** Opens a visitor's thread, where one of its conversations is given at that one. */
  async open(visitorId: string, conversationId?: string, how: Move = {}): Promise<void> {
    if (this.#state.openVisitorId === visitorId && this.#thread) return;
    const entry = this.#lists.known(visitorId) ?? this.#found(visitorId);
    const named = conversationId ?? entry?.conversationId ?? null;
    this.#enter(visitorId, named, entry);
    if (named) this.#moved?.(named, how);
    await this.#loadThread(visitorId, conversationId);
    const { thread, openVisitorId } = this.#state;
    if (named || openVisitorId !== visitorId || !thread?.entry.conversationId) return;
    this.#change({ openConversationId: thread.entry.conversationId });
    this.#moved?.(thread.entry.conversationId, how);
  }

  /** Follows the address: to the thread with this conversation, or to none. */
  async follow(conversationId: string | null): Promise<void> {
    const { openConversationId, openVisitorId } = this.#state;
    if (conversationId === null) {
      if (openVisitorId) this.#leave();
      return;
    }
    if (conversationId === openConversationId) {
      const isLoading = this.#loadingVisitorId === openVisitorId;
      if (openVisitorId && !this.#thread && !isLoading)
        await this.#loadThread(openVisitorId, conversationId);
      return;
    }
    if (this.#thread?.has(conversationId)) {
      this.#change({ openConversationId: conversationId });
      return;
    }
    const entry = this.#state.list?.entries.find((one) => one.conversationId === conversationId);
    const found = entry ?? (await this.#findEntry(conversationId));
    if (!found) return;
    this.#enter(found.visitorId, conversationId, found);
    await this.#loadThread(found.visitorId, conversationId);
  }

  /** Opens the thread of a message that was found, as far back as that message. */
  async openHit(hit: MessageHit): Promise<void> {
    const { visitorId, conversationId, number } = hit;
    if (this.#state.openVisitorId !== visitorId || !this.#thread) {
      await this.open(visitorId, conversationId);
    }
    this.#change({ target: null });
    if (!this.#thread?.has(conversationId)) await this.#loadThread(visitorId, conversationId);
    if (this.#state.openVisitorId !== visitorId) return;
    const isThere = await this.#thread
      ?.loadBackTo(conversationId, number)
      .catch((error: unknown) => this.#report(error));
    if (isThere && this.#state.openVisitorId === visitorId) this.#change({ target: hit });
  }

  /** Shows one of the open visitor's conversations, however long ago it was. */
  async openConversation(conversationId: string): Promise<void> {
    const { openVisitorId: visitorId } = this.#state;
    if (!visitorId) return;
    this.#change({ openConversationId: conversationId });
    this.#moved?.(conversationId);
    if (!this.#thread?.has(conversationId)) await this.#loadThread(visitorId, conversationId);
    const { openVisitorId, thread } = this.#state;
    const first = thread?.lists[conversationId]?.saved[0];
    if (!thread || !first || openVisitorId !== visitorId) return;
    const { id: messageId, ...message } = first;
    const { email } = thread.entry;
    this.#change({ target: { ...message, messageId, visitorId, email, excerpt: '' } });
  }

  close(): void {
    if (!this.#state.openVisitorId) return;
    this.#leave();
    this.#moved?.(null);
  }

  /** Opens the next or previous visitor of the list that is shown. */
  step(by: 1 | -1): void {
    const shown = this.shownEntries();
    const at = shown.findIndex(({ visitorId }) => visitorId === this.#state.openVisitorId);
    const next = shown[at === -1 ? 0 : at + by];
    // Back leads out of the thread, not through all that were looked at.
    if (next) void this.open(next.visitorId, undefined, { replaces: at !== -1 });
  }

  /**
   * Sends to the visitor's current conversation. False when there is none, or the thread is not
   * loaded yet: nothing is sent then (SPEC §5), and what was written stays in the box.
   */
  send(text: string, sent: Sent = {}): boolean {
    const entry = this.openEntry();
    const conversationId = entry?.conversationId;
    if (!entry || !conversationId || !this.#thread?.has(conversationId)) return false;
    this.#thread.send(conversationId, text, this.#options.clock.now(), sent);
    this.#lists.put({ ...entry, needsWelcome: false });
    return true;
  }

  /** Keeps a note beside the current conversation; false when it was not saved. */
  async writeNote(text: string): Promise<boolean> {
    const conversationId = this.openEntry()?.conversationId;
    if (!conversationId) return false;
    return this.#attempt(
      this.#notes.write(conversationId, text).then((note) => this.#thread?.addNote(note)),
    );
  }

  /**
   * Takes the open visitor out of the queue, or over from whoever is seen to have them. From somebody
   * who is answering only once it was asked about (DECISIONS 36).
   */
  async take({ isSure = false } = {}): Promise<void> {
    const entry = this.openEntry();
    if (!entry) return;
    const writer = this.#writing.of(entry.visitorId).find(({ id }) => id === entry.agentId);
    this.#change({ takingFrom: isSure ? null : (writer ?? null) });
    if (writer && !isSure) return;
    const { visitorId, agentId: fromAgentId } = entry;
    const isTaken = await this.#attempt(
      postJson(`/agentchat/visitors/${visitorId}/take`, { fromAgentId }),
    );
    if (isTaken && fromAgentId) this.#writing.over(visitorId, fromAgentId);
    await this.#lists.refresh(visitorId);
  }

  /** Takes one's own message back. */
  async takeBack(conversationId: string, number: number): Promise<void> {
    const visitorId = this.#state.openVisitorId;
    if (!visitorId || !this.#thread) return;
    await this.#attempt(this.#thread.takeBack(conversationId, number));
    await this.#lists.refresh(visitorId);
  }

  /** The other one goes on. */
  dropTaking(): void {
    this.#change({ takingFrom: null });
  }

  /** Tells the team that a text is begun in the box of the open thread, or no longer. */
  writing(conversationId: string, isNote: boolean, isOver: boolean): void {
    this.#live?.writing(conversationId, { isNote, isOver });
  }

  retry(conversationId: string, clientId: string): void {
    this.#thread?.retry(conversationId, clientId);
  }

  discard(conversationId: string, clientId: string): void {
    this.#thread?.discard(conversationId, clientId);
  }

  loadEarlier(): void {
    void this.#thread?.loadEarlier().catch((error: unknown) => this.#report(error));
  }

  typing(): void {
    const conversationId = this.openEntry()?.conversationId;
    const clientId = conversationId && this.#thread?.nextClientId(conversationId);
    if (!clientId || !this.#ownTyping.isDue(clientId, this.#options.clock.now())) return;
    this.#live?.typing(conversationId, clientId);
  }

  /** Resolves the open visitor, or opens their conversation again. */
  async toggleResolved(): Promise<void> {
    const entry = this.#ownEntry();
    if (entry) await this.#actions.toggleResolved(entry);
  }

  /** For those who may reassign: a resolved conversation becomes theirs, and open. */
  async takeAndReopen(): Promise<void> {
    const entry = this.openEntry();
    await this.take();
    if (!entry?.conversationId || this.#state.problem) return;
    await this.#actions.reopen(entry.conversationId);
    await this.#lists.refresh(entry.visitorId);
  }

  /** Out of the open ones until then or until the visitor writes; null brings them back. */
  async snooze(until: Date | null): Promise<void> {
    const entry = this.#ownEntry();
    if (entry) await this.#actions.snooze(entry, until);
  }

  async needNoAnswer(): Promise<void> {
    const entry = this.#ownEntry();
    if (entry) await this.#actions.needNoAnswer(entry);
  }

  /** Takes back what a toast tells of. */
  async undo(toastId: string): Promise<void> {
    this.dismissToast(toastId);
    await this.#actions.undo(toastId);
  }

  /** Hands the open visitor over, with a note for whoever has them next. */
  async transfer(to: TransferTarget, note: string): Promise<boolean> {
    const visitorId = this.#state.openVisitorId;
    if (!visitorId) return false;
    return this.#attempt(postJson(`/agentchat/visitors/${visitorId}/transfer`, { to, note }));
  }

  search(text: string): void {
    this.#search.search(text);
  }

  loadMoreHits(): void {
    void this.#search.loadMore();
  }

  async loadMore(): Promise<void> {
    await this.#lists.loadMore();
  }

  dismissToast(id: string): void {
    this.#change({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) });
  }

  openEntry(): InboxEntry | undefined {
    const { openVisitorId, thread } = this.#state;
    const isOfThread = thread?.visitorId === openVisitorId;
    return (
      this.#lists.known(openVisitorId) ??
      (isOfThread ? thread.entry : undefined) ??
      this.#found(openVisitorId)
    );
  }

  /** What the list on the left shows. */
  shownEntries(): readonly InboxEntry[] {
    const { search, list } = this.#state;
    return search.found ?? list?.entries ?? [];
  }

  /** Says that everything in the open thread has been read, as far as it is in sight. */
  markRead(): void {
    const { openVisitorId } = this.#state;
    if (!openVisitorId || document.visibilityState !== 'visible') return;
    this.#thread?.markRead();
    if (this.#thread) this.#mentions.see(openVisitorId);
    this.#lists.clearUnread(openVisitorId);
  }

  #found(visitorId: string | null): InboxEntry | undefined {
    return this.#state.search.found?.find((entry) => entry.visitorId === visitorId);
  }

  /** The open entry, where one may act on it. */
  #ownEntry(): InboxEntry | undefined {
    const isReadOnly = this.#state.thread?.isReadOnly ?? true;
    return isReadOnly ? undefined : this.openEntry();
  }

  #enter(visitorId: string, conversationId: string | null, entry: InboxEntry | undefined): void {
    this.#leaveThread();
    this.#lists.follow(entry ?? null);
    this.#change({
      openVisitorId: visitorId,
      openConversationId: conversationId,
      target: null,
      thread: null,
      takingFrom: null,
      lost: null,
      writers: this.#writing.of(visitorId),
      problem: null,
      toasts: this.#state.toasts.filter(
        (toast) => toast.kind !== 'new message' || toast.visitorId !== visitorId,
      ),
    });
  }

  #leave(): void {
    this.#leaveThread();
    this.#lists.follow(null);
    this.#change({ openVisitorId: null, openConversationId: null, target: null, thread: null });
  }

  /** Whose conversation an address names; told, and the address left, when it is not to be seen. */
  async #findEntry(conversationId: string): Promise<InboxEntry | undefined> {
    try {
      const { entry, lost } = await getJson<{ entry?: InboxEntry; lost?: LostThread }>(
        `/agentchat/conversations/${conversationId}/entry`,
      );
      if (!lost) return entry;
      this.#leave();
      this.#change({ lost });
      this.#moved?.(null);
      return undefined;
    } catch (error) {
      this.#leave();
      this.#report(error);
      this.#moved?.(null);
      return undefined;
    }
  }

  #leaveThread(): void {
    this.#thread?.dispose();
    this.#thread = null;
  }

  async #loadThread(visitorId: string, including?: string): Promise<void> {
    this.#loadingVisitorId = visitorId;
    try {
      const query = including ? `?conversation=${including}` : '';
      const thread = await this.#presence.read(async () => {
        const path = `/agentchat/visitors/${visitorId}${query}`;
        return (await getJson<{ thread: ThreadView }>(path)).thread;
      });
      if (this.#state.openVisitorId !== visitorId) return;
      if (this.#state.opened?.visitorId !== visitorId) this.#lists.follow(thread.entry);
      this.#thread ??= new OpenThread(thread, {
        onChange: (state) => {
          if (this.#state.openVisitorId === visitorId) this.#change({ thread: state });
        },
        onSignedOut: () => this.#options.onSignedOut(),
        onFailed: (message) => this.#showToast(failureToast(message)),
        onFailureOver: (clientId) => this.dismissToast(clientId),
      });
      this.#thread.update(thread);
      this.#lists.put(thread.entry);
      this.markRead();
    } catch (error) {
      this.#report(error);
    } finally {
      if (this.#loadingVisitorId === visitorId) this.#loadingVisitorId = null;
    }
  }

  async #onMessage(event: MessageEvent): Promise<void> {
    const { visitorId, message } = event;
    const isOpen = this.#state.openVisitorId === visitorId;
    if (message.agentId) this.#writing.over(visitorId, message.agentId);
    const counted = this.#lists.takeMessage(event);
    if (isOpen) {
      // A conversation that began after the thread was opened: read the thread again.
      if (!this.#thread?.hint(message)) void this.#loadThread(visitorId);
      this.markRead();
    }
    if (message.isAgent) return;
    // Whoever stands on a page that is not loaded comes into the list with this message.
    const entry = await counted;
    // Managers hear every visitor; what is new to them are their own.
    if (entry?.agentId !== this.#options.agentId) return;
    const isInSight =
      this.#state.openVisitorId === visitorId && document.visibilityState === 'visible';
    if (isInSight) return;
    const toast = toToast(message, entry);
    if (this.#showToast(toast)) this.#unseen?.(toast);
  }

  /** What was taken back is nowhere on this screen any longer; how its visitor stands is asked. */
  #onRemoved({ visitorId, conversationId, message }: MessageEvent): void {
    void clearNotice(conversationId, message.number);
    if (this.#state.openVisitorId === visitorId) this.#thread?.hint(message);
    this.dismissToast(message.id);
    this.#search.forget(message.id);
    this.#lists.count();
    if (this.#lists.known(visitorId)) void this.#lists.refresh(visitorId);
  }

  #onMentioned(mention: MentionView): void {
    if (!this.#mentions.hear(mention)) return;
    const { visitorId } = mention;
    const isOpen = this.#state.openVisitorId === visitorId;
    if (isOpen) void this.#loadThread(visitorId);
    if (!isOpen || document.visibilityState !== 'visible') this.#showToast(mentionToast(mention));
  }

  /** Two offers about one visitor would contradict each other: the last one counts. */
  #offer(offered: UndoToast): void {
    const { toasts } = this.#state;
    const isBefore = (toast: Toast) =>
      toast.kind === 'undo' && toast.visitorId === offered.visitorId;
    this.#change({ toasts: toasts.filter((toast) => !isBefore(toast)) });
    this.#showToast(offered);
  }

  /** False when it is shown already. */
  #showToast(toast: Toast): boolean {
    const toasts = addToast(this.#state.toasts, toast);
    if (toasts) this.#change({ toasts });
    return toasts !== undefined;
  }

  #personChanged(visitorId: string): void {
    for (const listener of this.#personListeners) listener(visitorId);
  }

  #onEntry(entry: InboxEntry): void {
    this.#personChanged(entry.visitorId);
    this.#lists.forget(entry.visitorId);
    this.#lists.put(entry);
    this.#lists.count();
    if (this.#state.openVisitorId === entry.visitorId) void this.#loadThread(entry.visitorId);
  }

  /** To those who watch the queue or everybody. */
  #onChanged({ visitorId, isWaiting }: ChangedEvent): void {
    this.#personChanged(visitorId);
    this.#askAgentsSoon();
    this.#lists.forget(visitorId);
    const { query, openVisitorId } = this.#state;
    if (query.scope !== 'mine') this.#lists.count();
    const isShown = query.scope === 'all' || (query.scope === 'queue' && isWaiting);
    if (isShown || openVisitorId === visitorId || this.#lists.known(visitorId)) {
      void this.#lists.refresh(visitorId);
    }
  }

  #onUnassigned({ visitorId, holder }: UnassignedEvent): void {
    this.#lists.forget(visitorId);
    if (this.#state.query.scope === 'mine') this.#lists.remove(visitorId);
    this.#lists.count();
    if (this.#state.openVisitorId !== visitorId) return;
    // Those who see everybody read on; what the thread says is read anew.
    if (this.hears('all')) void this.#loadThread(visitorId);
    else this.#thread?.close(holder);
  }

  /** Who has taken over is asked where nobody told it: this tab was away then. */
  async #askHolder(visitorId: string): Promise<void> {
    if (this.#state.thread?.lostTo?.name !== undefined) return;
    const { name } = await getJson<{ name: string | null }>(
      `/agentchat/visitors/${visitorId}/holder`,
    );
    if (this.#state.openVisitorId === visitorId) this.#thread?.tellHolder(name);
  }

  #tellWriters(): void {
    const { openVisitorId, takingFrom } = this.#state;
    const writers = this.#writing.of(openVisitorId);
    const isStillAsked = writers.some(({ id }) => id === takingFrom?.id);
    this.#change({ writers, takingFrom: isStillAsked ? takingFrom : null });
  }

  /** The open thread follows the visitor to whoever has them now. */
  async #onRefreshed(visitorId: string, entry: InboxEntry | undefined): Promise<void> {
    const { thread, openVisitorId } = this.#state;
    if (!entry) {
      if (openVisitorId !== visitorId) return;
      this.#thread?.close();
      // A visitor who was erased has nobody.
      await this.#askHolder(visitorId).catch(() => {});
      return;
    }
    const hasChangedHands =
      thread?.visitorId === visitorId &&
      (thread.entry.agentId !== entry.agentId ||
        thread.entry.conversationId !== entry.conversationId);
    if (hasChangedHands) await this.#loadThread(visitorId);
  }

  /** After every doubt about the hints: the lists anew, and what the open thread missed. */
  async #catchUp(): Promise<void> {
    try {
      const { openVisitorId } = this.#state;
      if (openVisitorId) this.#personChanged(openVisitorId);
      await this.#lists.catchUp();
      await this.#mentions.read();
      this.#askAgentsSoon();
      await this.#thread?.catchUp();
      if (openVisitorId && this.#thread?.isOpen) await this.#loadThread(openVisitorId);
    } catch (error) {
      this.#report(error);
    }
  }

  #askAgentsSoon(): void {
    if (this.hears('all')) this.#agents.askSoon();
  }

  async #attempt(work: Promise<unknown>): Promise<boolean> {
    this.#change({ problem: null });
    try {
      await work;
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #report(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) this.#options.onSignedOut();
    // Without a connection the header says so already.
    else if (error.status !== 0) this.#change({ problem: error.message });
  }

  #change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
