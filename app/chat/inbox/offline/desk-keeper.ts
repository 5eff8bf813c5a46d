import type { ThreadView } from '../../protocol/views.ts';
import type { InboxGround } from '../inbox-state.ts';
import type { ThreadState } from '../open-thread.ts';
import type { OfflineInbox } from './offline-inbox.ts';

/** Debounces saving. */
const QUIET_MS = 500;

export class DeskKeeper {
  readonly #ground: InboxGround;
  readonly #offlineInbox: OfflineInbox;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #list: unknown;
  #thread: unknown;

  constructor(ground: InboxGround, offlineInbox: OfflineInbox) {
    this.#ground = ground;
    this.#offlineInbox = offlineInbox;
  }

  start(): () => void {
    const stop = this.#ground.subscribe(() => this.#soon());
    const hide = () => {
      if (document.visibilityState === 'hidden') this.#now();
    };
    document.addEventListener('visibilitychange', hide);
    this.#soon();
    return () => {
      clearTimeout(this.#timer);
      stop();
      document.removeEventListener('visibilitychange', hide);
    };
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#now(), QUIET_MS);
  }

  #now(): void {
    clearTimeout(this.#timer);
    const { isOffline, isConnected, query, list, counts, thread, ...state } = this.#ground.state;
    // Data shown offline is already saved.
    if (isOffline || !isConnected) return;
    if (list && counts && list !== this.#list) {
      this.#list = list;
      const { role, queueWaiting, unread, waitRules, words } = state;
      void this.#offlineInbox.keepList(query, list, {
        role,
        counts,
        queueWaiting,
        unread,
        waitRules,
        words,
      });
    }
    if (thread === this.#thread) return;
    this.#thread = thread;
    if (thread?.wasHandedOver) void this.#offlineInbox.dropThread(thread.visitorId);
    else if (thread) void this.#offlineInbox.keepThread(viewOf(thread));
  }
}

function viewOf({
  entry: inboxEntry,
  conversations,
  lists,
  notes,
  isReadOnly,
}: ThreadState): ThreadView {
  return {
    entry: inboxEntry,
    access: isReadOnly ? 'read' : 'write',
    isVisitorOnline: false,
    conversations,
    messages: conversations.flatMap(({ id }) => lists[id]?.saved ?? []),
    notes,
  };
}
