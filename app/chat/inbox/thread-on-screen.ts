import { t, msg } from '../../i18n/translate.ts';
import { inboxApi } from './inbox-api.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import type { InboxEntry, MessageHit, ThreadView } from '../protocol/views.ts';
import type { ColleaguesWriting } from './colleagues.ts';
import type { DeskMentions } from './desk-mentions.ts';
import type { DeskToasts } from './desk-toasts.ts';
import type { InboxLists } from './inbox-lists.ts';
import type { InboxGround } from './inbox-state.ts';
import { OpenThread } from './open-thread.ts';
import { isUnreachable } from './is-unreachable.ts';
import { failureToast } from './toast.ts';
import { VisitorPresence } from './visitor-presence.ts';

export interface Move {
  /** True replaces the history entry instead of adding one. */
  readonly replaces?: boolean;
}

type OnMoved = (conversationId: string | null, how?: Move) => void;

export interface ThreadParts {
  readonly lists: InboxLists;
  readonly writing: ColleaguesWriting;
  readonly mentions: DeskMentions;
  readonly toasts: DeskToasts;
}

/** No conversation has this id, so the server answers with its usual 404 response. */
const NOBODYS_ID = '-';

const NOT_AVAILABLE_OFFLINE = msg(
  "You're offline, and this conversation hasn't been opened on this device before. It loads when you're back online.",
);

export class ThreadOnScreen {
  readonly presence = new VisitorPresence();
  readonly #ground: InboxGround;
  readonly #parts: ThreadParts;
  #moved: OnMoved | null = null;
  #thread: OpenThread | null = null;
  #loadingVisitorId: string | null = null;

  constructor(ground: InboxGround, parts: ThreadParts) {
    this.#ground = ground;
    this.#parts = parts;
  }

  get current(): OpenThread | null {
    return this.#thread;
  }

  isOf(visitorId: string): boolean {
    return this.#ground.state.openVisitorId === visitorId;
  }

  /** Calls `listener` when a conversation was opened, or with null when it was closed, so that the URL follows. */
  onMoved(listener: OnMoved): () => void {
    this.#moved = listener;
    return () => {
      this.#moved = null;
    };
  }

  inboxEntry(): InboxEntry | undefined {
    const { openVisitorId, thread } = this.#ground.state;
    const isOfThread = thread?.visitorId === openVisitorId;
    return (
      this.#parts.lists.known(openVisitorId) ??
      (isOfThread ? thread.entry : undefined) ??
      this.#found(openVisitorId)
    );
  }

  async open(visitorId: string, conversationId?: string, how: Move = {}): Promise<void> {
    if (this.isOf(visitorId) && this.#thread) return;
    const inboxEntry = this.#parts.lists.known(visitorId) ?? this.#found(visitorId);
    const named = conversationId ?? inboxEntry?.conversationId ?? null;
    this.#enter(visitorId, named, inboxEntry);
    if (named) this.#moved?.(named, how);
    await this.load(visitorId, conversationId);
    const { thread, openVisitorId } = this.#ground.state;
    if (named || openVisitorId !== visitorId || !thread?.entry.conversationId) return;
    this.#ground.change({ openConversationId: thread.entry.conversationId });
    this.#moved?.(thread.entry.conversationId, how);
  }

  async follow(conversationId: string | null): Promise<void> {
    const { openConversationId, openVisitorId, list } = this.#ground.state;
    if (conversationId === null) {
      if (openVisitorId) this.#leave();
      return;
    }
    if (conversationId === openConversationId) {
      const isLoading = this.#loadingVisitorId === openVisitorId;
      if (openVisitorId && !this.#thread && !isLoading)
        await this.load(openVisitorId, conversationId);
      return;
    }
    if (this.#thread?.has(conversationId)) {
      this.#ground.change({ openConversationId: conversationId });
      return;
    }
    const inboxEntry = list?.entries.find((one) => one.conversationId === conversationId);
    const found = inboxEntry ?? (await this.#findEntry(conversationId));
    if (!found) return;
    this.#enter(found.visitorId, conversationId, found);
    await this.load(found.visitorId, conversationId);
  }

  /** Opens the conversation of a search result and loads it back to that message. */
  async openHit(hit: MessageHit): Promise<void> {
    const { visitorId, conversationId, number } = hit;
    if (!this.isOf(visitorId) || !this.#thread) await this.open(visitorId, conversationId);
    this.#ground.change({ target: null });
    if (!this.#thread?.has(conversationId)) await this.load(visitorId, conversationId);
    if (!this.isOf(visitorId)) return;
    const isThere = await this.#thread
      ?.loadBackTo(conversationId, number)
      .catch(this.#ground.report);
    if (isThere && this.isOf(visitorId)) this.#ground.change({ target: hit });
  }

  async openConversation(conversationId: string): Promise<void> {
    const { openVisitorId: visitorId } = this.#ground.state;
    if (!visitorId) return;
    this.#ground.change({ openConversationId: conversationId });
    this.#moved?.(conversationId);
    if (!this.#thread?.has(conversationId)) await this.load(visitorId, conversationId);
    const { thread } = this.#ground.state;
    const first = thread?.lists[conversationId]?.saved[0];
    if (!thread || !first || !this.isOf(visitorId)) return;
    const { id: messageId, ...message } = first;
    const { email } = thread.entry;
    this.#ground.change({ target: { ...message, messageId, visitorId, email, excerpt: '' } });
  }

  close(): void {
    if (!this.#ground.state.openVisitorId) return;
    this.#leave();
    this.#moved?.(null);
  }

  /** Reloads the visitor's messages. Messages already shown stay on the screen. */
  async load(visitorId: string, including?: string): Promise<void> {
    this.#loadingVisitorId = visitorId;
    try {
      const query = new URLSearchParams(including ? { conversation: including } : {});
      const thread = await this.presence.read(async () => {
        return (await inboxApi.get('/agentchat/visitors/:id', { id: visitorId }, { query })).thread;
      });
      if (!this.isOf(visitorId)) return;
      if (this.#ground.state.opened?.visitorId !== visitorId)
        this.#parts.lists.follow(thread.entry);
      this.#thread ??= this.#begin(thread);
      this.#thread.update(thread);
      this.#parts.lists.put(thread.entry);
      this.markRead();
    } catch (error) {
      this.#ground.report(error);
      if (isUnreachable(error)) await this.#showPersisted(visitorId);
    } finally {
      if (this.#loadingVisitorId === visitorId) this.#loadingVisitorId = null;
    }
  }

  /** Shows the copy saved on this device while offline. */
  async #showPersisted(visitorId: string): Promise<void> {
    const thread = await this.#ground.options.offlineInbox?.thread(visitorId);
    if (!this.isOf(visitorId) || this.#thread) return;
    if (!thread) {
      this.#ground.change({ problem: t(NOT_AVAILABLE_OFFLINE) });
      return;
    }
    if (!this.#parts.lists.known(visitorId)) this.#parts.lists.follow(thread.entry);
    this.#thread = this.#begin(thread);
    this.#thread.update(thread);
  }

  /** Marks the open conversation as read, unless the tab is hidden. */
  markRead(): void {
    const { openVisitorId } = this.#ground.state;
    if (!openVisitorId || document.visibilityState !== 'visible') return;
    this.#thread?.markRead();
    if (this.#thread) this.#parts.mentions.see(openVisitorId);
    this.#parts.lists.clearUnread(openVisitorId);
  }

  /** Applies a fresh entry from the server: after a change of agent or conversation the messages are reloaded. */
  async follows(visitorId: string, inboxEntry: InboxEntry | undefined): Promise<void> {
    const { thread } = this.#ground.state;
    if (!inboxEntry) {
      if (!this.isOf(visitorId)) return;
      this.#thread?.close();
      // An erased visitor has no agent, and the request fails.
      await this.#askHolder(visitorId).catch(() => {});
      return;
    }
    const hasChangedHands =
      thread?.visitorId === visitorId &&
      (thread.entry.agentId !== inboxEntry.agentId ||
        thread.entry.conversationId !== inboxEntry.conversationId);
    if (hasChangedHands) await this.load(visitorId);
  }

  #begin(thread: ThreadView): OpenThread {
    const { visitorId } = thread.entry;
    return new OpenThread(thread, this.#ground.options.agentId, {
      onChange: (state) => {
        if (this.isOf(visitorId)) this.#ground.change({ thread: state });
      },
      onSignedOut: () => this.#ground.options.onSignedOut(),
      onFailed: (message) => this.#parts.toasts.show(failureToast(message)),
      onFailureOver: (clientId) => this.#parts.toasts.dismiss(clientId),
    });
  }

  #found(visitorId: string | null): InboxEntry | undefined {
    return this.#ground.state.search.found?.find(
      (inboxEntry) => inboxEntry.visitorId === visitorId,
    );
  }

  #enter(
    visitorId: string,
    conversationId: string | null,
    inboxEntry: InboxEntry | undefined,
  ): void {
    this.#leaveThread();
    this.#parts.lists.follow(inboxEntry ?? null);
    this.#ground.change({
      openVisitorId: visitorId,
      openConversationId: conversationId,
      target: null,
      thread: null,
      takeOver: null,
      lost: null,
      writers: this.#parts.writing.of(visitorId),
      problem: null,
    });
    this.#parts.toasts.dropMessagesOf(visitorId);
  }

  #leave(): void {
    this.#leaveThread();
    this.#parts.lists.follow(null);
    this.#ground.change({
      openVisitorId: null,
      openConversationId: null,
      target: null,
      thread: null,
    });
  }

  #leaveThread(): void {
    this.#thread?.dispose();
    this.#thread = null;
  }

  /** Finds the visitor of a conversation in the URL. Without access, it shows an error and leaves the URL. */
  async #findEntry(conversationId: string): Promise<InboxEntry | undefined> {
    // The URL is user input: an id with slashes or dots would turn this request into another path.
    const id = CONVERSATION_ID.test(conversationId) ? conversationId : NOBODYS_ID;
    try {
      const found = await inboxApi.get('/agentchat/conversations/:id/entry', { id });
      if ('entry' in found) return found.entry;
      this.#leave();
      this.#ground.change({ lost: found.lost });
    } catch (error) {
      this.#ground.report(error);
      if (isUnreachable(error)) {
        const persisted = await this.#ground.options.offlineInbox?.threadWith(conversationId);
        if (persisted) return persisted.entry;
        this.#ground.change({ problem: t(NOT_AVAILABLE_OFFLINE) });
      }
      this.#leave();
    }
    this.#moved?.(null);
    return undefined;
  }

  /** Requests the new agent's name if no event told it, because the tab was offline then. */
  async #askHolder(visitorId: string): Promise<void> {
    if (this.#ground.state.thread?.lostTo?.name !== undefined) return;
    const { name } = await inboxApi.get('/agentchat/visitors/:id/holder', { id: visitorId });
    if (this.isOf(visitorId)) this.#thread?.notifyHolder(name);
  }
}
