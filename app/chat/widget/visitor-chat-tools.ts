import { browserStorage } from '../../ui/browser-storage.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { ChatWords } from '../protocol/chat-words.ts';
import type { FileUploads } from '../client/files/file-uploads.ts';
import { visitorUploads } from '../client/files/open-uploads.ts';
import { openLiveConnection } from '../client/live-connection.ts';
import { localOutbox, type Outbox } from '../client/outbox.ts';
import { soundForAnswer } from './answer-sound.ts';
import { localDrafts, type Drafts } from './drafts.ts';
import { otherTabs, type OtherTabs } from './other-tabs.ts';
import { httpApi, type VisitorApi } from './visitor-api.ts';

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
