import type { InboxEntry, InboxScope } from '../../conversation/wire/views.ts';
import type { LiveConnection } from '../live-connection.ts';
import { outboxPrefix } from '../outbox.ts';
import { openAgentConnection } from './agent-connection.ts';
import { ColleaguesWriting } from './colleagues-writing.ts';
import { DeskAgents } from './desk-agents.ts';
import { DeskMentions } from './desk-mentions.ts';
import { DeskToasts } from './desk-toasts.ts';
import { InboxActions } from './inbox-actions.ts';
import { InboxHints } from './inbox-hints.ts';
import { InboxLists } from './inbox-lists.ts';
import { InboxSearch } from './inbox-search.ts';
import { InboxSelection } from './inbox-selection.ts';
import { InboxGround, type InboxOptions, type InboxState } from './inbox-state.ts';
import { isUnreachable } from './is-unreachable.ts';
import { DeskKeeper } from './kept/desk-keeper.ts';
import { takeReplies } from './kept/desk-outbox.ts';
import { OpenVisitor } from './open-visitor.ts';
import { ThreadOnScreen } from './thread-on-screen.ts';

/** An agent's dashboard in one tab: the list, the open thread, and what is new. */
export class InboxStore {
  readonly #ground: InboxGround;
  #searched: ((text: string) => void) | null = null;
  #live: LiveConnection | null = null;
  readonly #agents: DeskAgents;
  readonly search: InboxSearch;
  readonly lists: InboxLists;
  /** Several entries of the list, to do something with at once. */
  readonly selection: InboxSelection;
  /** What is said to the visitor whose thread is open, and done with them. */
  readonly visitor: OpenVisitor;
  readonly toasts: DeskToasts;
  readonly thread: ThreadOnScreen;
  readonly hints: InboxHints;
  readonly actions: InboxActions;
  readonly #mentions: DeskMentions;
  readonly #writing: ColleaguesWriting;
  readonly #keeper: DeskKeeper | undefined;
  /** The lists of this page are the server's, not as the page was kept. */
  #wasCurrent = false;
  /** For a time nobody told what happened. */
  #wasAway = false;

  constructor(options: InboxOptions) {
    const ground = new InboxGround(options);
    const { report } = ground;
    this.#ground = ground;
    this.#keeper = options.kept && new DeskKeeper(ground, options.kept);
    this.toasts = new DeskToasts(ground);
    this.#mentions = new DeskMentions({ onChange: (mentions) => ground.change({ mentions }) });
    this.lists = new InboxLists({
      agentId: options.agentId,
      initial: ground.state,
      onChange: (change) => ground.change(change),
      onRoleChanged: () => options.onRoleChanged(),
      onError: report,
      onRefreshed: (visitorId, entry) => this.thread.follows(visitorId, entry),
      kept: async (query) => options.kept?.list(query),
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
      refreshed: () => this.lists.catchUp().catch(report),
    });
    this.#writing = new ColleaguesWriting({
      ownId: options.agentId,
      onChange: () => this.#tellWriters(),
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
      tellTyping: (conversationId, clientId) => this.#live?.typing(conversationId, clientId),
    });
  }

  get scopes(): readonly InboxScope[] {
    return this.#ground.options.scopes;
  }

  /** Whether this person may list those visitors, and is told of what happens with them. */
  hears(scope: InboxScope): boolean {
    return this.#ground.hears(scope);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#ground.subscribe(listener);

  readonly getState = (): InboxState => this.#ground.state;

  /** Calls `listener` when another search is shown, or none: the address follows. */
  onSearched(listener: (text: string) => void): () => void {
    this.#searched = listener;
    return () => {
      this.#searched = null;
    };
  }

  /** Opens the live connection; returns the function that closes it. */
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

  /** Opens the next or previous visitor of the list that is shown; at its end, of its next page. */
  async step(by: 1 | -1): Promise<void> {
    const { openVisitorId: from, search } = this.getState();
    const isLast = from !== null && this.shownEntries().at(-1)?.visitorId === from;
    if (by === 1 && isLast && search.found === null) await this.lists.loadMore();
    const shown = this.shownEntries();
    const { openVisitorId } = this.getState();
    // Whoever went elsewhere while the page came stays there.
    if (openVisitorId !== from) return;
    const at = shown.findIndex(({ visitorId }) => visitorId === openVisitorId);
    const next = shown[at === -1 ? 0 : at + by];
    // Back leads out of the thread, not through all that were looked at.
    if (next) void this.thread.open(next.visitorId, undefined, { replaces: at !== -1 });
  }

  /** Tells the team that a text is begun in the box of the open thread, or no longer. */
  writing(conversationId: string, isNote: boolean, isOver: boolean): void {
    this.#live?.writing(conversationId, { isNote, isOver });
  }

  /** The worker has sent something, or brought what was written on a notification. */
  async takeReplies(): Promise<void> {
    const { agentId } = this.#ground.options;
    for (const conversationId of await takeReplies(localStorage, agentId)) {
      this.thread.current?.onStored(outboxPrefix(conversationId));
    }
  }

  /** What is kept on this device is this person's from now on; false where nothing is kept. */
  async takeOverDevice(): Promise<boolean> {
    return (await this.#ground.options.kept?.takeOver()) ?? false;
  }

  loadEarlier(): void {
    void this.thread.current?.loadEarlier().catch(this.#ground.report);
  }

  /** Takes back what a toast tells of. */
  async undo(toastId: string): Promise<void> {
    this.toasts.dismiss(toastId);
    await this.actions.undo(toastId);
  }

  /** What the list on the left shows. */
  shownEntries(): readonly InboxEntry[] {
    const { search, list } = this.getState();
    return search.found ?? list?.entries ?? [];
  }

  #tellWriters(): void {
    const { openVisitorId, takingFrom } = this.getState();
    const writers = this.#writing.of(openVisitorId);
    const isStillAsked = writers.some(({ id }) => id === takingFrom?.id);
    this.#ground.change({ writers, takingFrom: isStillAsked ? takingFrom : null });
  }

  /** After every doubt about the hints: the lists anew, and what the open thread missed. */
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
      // A page that was kept is older than what this device has seen since.
      if (isUnreachable(error) && !this.#wasCurrent) await this.lists.showKept();
    }
  }

  /** Where there is no network nobody tells what is new: what is known is shown, and marked. */
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
