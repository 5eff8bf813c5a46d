import { localOutbox } from '../../app/chat/client/outbox.ts';
import { localDrafts } from '../../app/chat/widget/drafts.ts';
import { VisitorChat } from '../../app/chat/widget/visitor-chat.ts';
import type { VisitorChatTools } from '../../app/chat/widget/visitor-chat-tools.ts';
import { FIRST_WORDS } from './topics.ts';
import { settle, type FakeTime } from './fake-time.ts';
import type { FakeVisitorServer } from './fake-visitor-server.ts';

export interface VisitorTabOptions {
  readonly time: FakeTime;
  readonly server: FakeVisitorServer;
  /** All tabs of one browser share it. */
  readonly storage: Storage;
  readonly isOpen?: boolean;
  readonly isVisible?: () => boolean;
  readonly onAnswer?: VisitorChatTools['onAnswer'];
  /** What the page around a frame says. */
  readonly place?: Pick<VisitorChatTools, 'email' | 'topicId'>;
}

/** A visitor's tab against the fake server, with nothing of a browser but its storage. */
export async function openVisitorTab(options: VisitorTabOptions) {
  const { time, server, storage, isOpen = true, isVisible = () => true, place, onAnswer } = options;
  let onStored: (key: string, value: string | null) => void = () => {};
  const tools: VisitorChatTools = {
    clock: time,
    timers: time,
    random: () => 0.5,
    words: FIRST_WORDS,
    api: server,
    openLive: server.openLive,
    outbox: { ...localOutbox(storage), exclusively: (_conversationId, work) => work() },
    drafts: localDrafts(storage),
    storage,
    tabs: {
      listen: (handlers) => {
        onStored = handlers.onStored;
        return () => {};
      },
      notifyRead: () => {},
    },
    isVisible,
    ...(onAnswer && { onAnswer }),
    ...place,
  };
  const chat = new VisitorChat(tools);
  const close = chat.connect();
  chat.setOpen(isOpen);
  await settle();
  return {
    chat,
    close,
    see: () => chat.getState(),
    /** What the browser does when another tab changed this key. */
    stored: (key: string) => onStored(key, storage.getItem(key)),
    texts: () => {
      const { list } = chat.getState();
      return [...list.saved, ...list.pending].map(({ text }) => text);
    },
  };
}
