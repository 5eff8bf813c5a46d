import type { MentionView } from '../protocol/mentions.ts';
import type { ChangedEvent, MessageEvent, UnassignedEvent } from '../protocol/events.ts';
import type { InboxEntry } from '../protocol/views.ts';
import type { LiveSocket } from '../client/live-connection.ts';
import type { InboxSelection } from './inbox-selection.ts';
import type { InboxSearch } from './inbox-search.ts';
import type { InboxGround } from './inbox-state.ts';
import { clearNotice } from './notify.ts';
import type { ThreadOnScreen, ThreadParts } from './thread-on-screen.ts';
import { mentionToast, toToast, createUnansweredToast, type NewMessageToast } from './toast.ts';

interface Parts extends ThreadParts {
  readonly search: InboxSearch;
  readonly thread: ThreadOnScreen;
  readonly selection: InboxSelection;
  askAgentsSoon(): void;
}

export class InboxHints {
  readonly #ground: InboxGround;
  readonly #parts: Parts;
  readonly #personListeners = new Set<(visitorId: string) => void>();
  #unseen: ((toast: NewMessageToast) => void) | null = null;

  constructor(ground: InboxGround, parts: Parts) {
    this.#ground = ground;
    this.#parts = parts;
  }

  /** Calls `listener` when a visitor wrote while their conversation was not visible. */
  onUnseen(listener: (toast: NewMessageToast) => void): () => void {
    this.#unseen = listener;
    return () => {
      this.#unseen = null;
    };
  }

  onPersonChanged(listener: (visitorId: string) => void): () => void {
    this.#personListeners.add(listener);
    return () => this.#personListeners.delete(listener);
  }

  personChanged(visitorId: string): void {
    for (const listener of this.#personListeners) listener(visitorId);
  }

  subscribe(socket: LiveSocket): void {
    const { lists, thread, writing, toasts } = this.#parts;
    socket.on('message', (event) => void this.#onMessage(event));
    socket.on('removed', (event) => this.#onRemoved(event));
    socket.on('entry', (inboxEntry) => this.#onEntry(inboxEntry));
    socket.on('unassigned', (event) => this.#onUnassigned(event));
    socket.on('writing', (event) => writing.receive(event));
    socket.on('changed', (event) => this.#onChanged(event));
    socket.on('person', ({ visitorId }) => {
      if (lists.known(visitorId)) void lists.refresh(visitorId);
      this.personChanged(visitorId);
    });
    socket.on('note', ({ visitorId, note }) => {
      if (thread.isOf(visitorId)) thread.current?.addNote(note);
    });
    socket.on('mentioned', (mention) => this.#onMentioned(mention));
    socket.on('desk', () => this.#parts.askAgentsSoon());
    socket.on('read', (event) => void lists.takeRead(event));
    socket.on('seen', ({ conversationId, number, isAgent }) => {
      if (!isAgent) lists.takeSeen(conversationId, number);
    });
    socket.on('presence', (event) => {
      thread.presence.hint(event);
      thread.current?.setVisitorOnline(event.conversationId, event.isOnline);
    });
    socket.on('unattended', (event) => toasts.show(createUnansweredToast(event)));
    socket.on('typing', (event) => thread.current?.onTyping(event));
  }

  async #onMessage(event: MessageEvent): Promise<void> {
    const { visitorId, message } = event;
    const { lists, thread, writing } = this.#parts;
    if (message.agentId) writing.over(visitorId, message.agentId);
    const counted = lists.takeMessage(event);
    if (thread.isOf(visitorId)) {
      // The conversation began after the visitor was opened, so the messages are loaded again.
      if (!thread.current?.hint(message)) void thread.load(visitorId);
      thread.markRead();
    }
    if (message.isAgent) return;
    // A visitor on a page that is not loaded enters the list with this message.
    const inboxEntry = await counted;
    // Managers receive the events of all visitors, but only their own visitors count as new.
    if (inboxEntry?.agentId !== this.#ground.options.agentId) return;
    if (this.#isInSight(visitorId)) return;
    const toast = toToast(message, inboxEntry);
    if (this.#parts.toasts.show(toast)) this.#unseen?.(toast);
  }

  #isInSight(visitorId: string): boolean {
    return this.#parts.thread.isOf(visitorId) && document.visibilityState === 'visible';
  }

  /** Removes every trace of an unsent message and reloads the visitor's entry. */
  #onRemoved({ visitorId, conversationId, message }: MessageEvent): void {
    const { lists, search, thread, toasts } = this.#parts;
    void clearNotice(conversationId, message.number);
    if (thread.isOf(visitorId)) thread.current?.hint(message);
    toasts.dismiss(message.id);
    search.forget(message.id);
    lists.count();
    if (lists.known(visitorId)) void lists.refresh(visitorId);
  }

  #onMentioned(mention: MentionView): void {
    const { thread, mentions, toasts } = this.#parts;
    if (!mentions.receive(mention)) return;
    const { visitorId } = mention;
    if (thread.isOf(visitorId)) void thread.load(visitorId);
    if (!this.#isInSight(visitorId)) toasts.show(mentionToast(mention));
  }

  #onEntry(inboxEntry: InboxEntry): void {
    const { lists, thread } = this.#parts;
    this.personChanged(inboxEntry.visitorId);
    lists.forget(inboxEntry.visitorId);
    lists.put(inboxEntry);
    lists.count();
    if (thread.isOf(inboxEntry.visitorId)) void thread.load(inboxEntry.visitorId);
  }

  /** Handles an event for agents who watch the queue or all visitors. */
  #onChanged({ visitorId, isWaiting }: ChangedEvent): void {
    const { lists, thread } = this.#parts;
    this.personChanged(visitorId);
    this.#parts.askAgentsSoon();
    lists.forget(visitorId);
    const { scope } = this.#ground.state.query;
    if (scope !== 'mine') lists.count();
    const isShown = scope === 'all' || (scope === 'queue' && isWaiting);
    if (isShown || thread.isOf(visitorId) || lists.known(visitorId)) void lists.refresh(visitorId);
  }

  #onUnassigned(event: UnassignedEvent): void {
    const { visitorId, holder } = event;
    const { lists, thread } = this.#parts;
    lists.forget(visitorId);
    if (this.#ground.state.query.scope === 'mine') {
      lists.remove(visitorId);
      this.#parts.selection.lose(event);
    }
    lists.count();
    if (!thread.isOf(visitorId)) return;
    // Agents who see all visitors keep reading, so the conversation is reloaded with its new state.
    if (this.#ground.hears('all')) void thread.load(visitorId);
    else thread.current?.close(holder);
  }
}
