import { browserStorage } from '../../ui/browser-storage.ts';
import { systemClock, type Clock, systemTimers, type Timers } from '../../platform/clock.ts';
import type { ChatWords } from '../protocol/chat-words.ts';
import type { FileUploads } from '../client/files/file-uploads.ts';
import { visitorUploads } from '../client/files/attachments.ts';
import { openLiveConnection } from '../client/live-connection.ts';
import { localOutbox, type Outbox } from '../client/outbox.ts';
import { soundForAnswer } from './answer-sound.ts';
import { localDrafts, type Drafts } from './drafts.ts';
import { httpApi, type VisitorApi } from './visitor-api.ts';

/** Synchronizes the tabs of one browser, so that they all show the same chat. */
interface OtherTabs {
  /** Returns a function that removes the listeners. */
  listen(handlers: TabHandlers): () => void;
  notifyRead(conversationId: string, number: number): void;
}

interface TabHandlers {
  /** Another tab wrote, changed or removed (null) a value in local storage. */
  readonly onStored: (key: string, value: string | null) => void;
  /** Another tab has shown all messages up to this number. */
  readonly onRead: (conversationId: string, number: number) => void;
}

interface ReadNotice {
  readonly conversationId: string;
  readonly number: number;
}

export interface VisitorChatTools {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly words: ChatWords;
  readonly api: VisitorApi;
  readonly openLive: typeof openLiveConnection;
  readonly outbox: Outbox;
  /** Undefined in tests without files. */
  readonly uploads?: FileUploads;
  readonly drafts: Drafts;
  readonly storage: Storage;
  readonly tabs: OtherTabs;
  readonly isVisible: () => boolean;
  /** An answer has just arrived. Undefined in tests without sound. */
  readonly onAnswer?: (conversationId: string, number: number) => void;
  /** Set in an embedded chat: the email address that the site reports, and the topic that it chose. */
  readonly email?: string | null;
  readonly topicId?: string | null;
}

export function browserTools(words: ChatWords): VisitorChatTools {
  const storage = browserStorage();
  return {
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    words,
    api: httpApi,
    openLive: openLiveConnection,
    outbox: localOutbox(storage),
    uploads: visitorUploads(),
    drafts: localDrafts(storage),
    storage,
    tabs: otherTabs(),
    isVisible: () => document.visibilityState === 'visible',
    onAnswer: (conversationId, number) => void soundForAnswer(conversationId, number),
  };
}

function otherTabs(): OtherTabs {
  const channel = openChannel();
  return {
    listen({ onStored, onRead }) {
      const stored = ({ key, newValue }: StorageEvent) => {
        if (key !== null) onStored(key, newValue);
      };
      const read = ({ data }: MessageEvent<ReadNotice>) => onRead(data.conversationId, data.number);
      const ending = new AbortController();
      window.addEventListener('storage', stored, ending);
      channel?.addEventListener('message', read, ending);
      return () => ending.abort();
    },
    notifyRead(conversationId, number) {
      const notice: ReadNotice = { conversationId, number };
      // A broadcast channel stays inside this origin; the rule is about windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel?.postMessage(notice);
    },
  };
}

/** Some browsers that block storage also block channels. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('chat');
  } catch {
    return null;
  }
}
