import { browserStorage } from '../../ui/browser-storage.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { ChatWords } from '../../conversation/wire/chat-words.ts';
import type { FileUploads } from '../files/file-uploads.ts';
import { visitorUploads } from '../files/open-uploads.ts';
import { openLiveConnection } from '../live-connection.ts';
import { localOutbox, type Outbox } from '../outbox.ts';
import { soundForAnswer } from './answer-sound.ts';
import { localDrafts, type Drafts } from './drafts.ts';
import { otherTabs, type OtherTabs } from './other-tabs.ts';
import { httpApi, type VisitorApi } from './visitor-api.ts';

/** The world around a visitor's chat; tests bring one of their own. */
export interface VisitorChatTools {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  /** As the page brought them along. */
  readonly words: ChatWords;
  readonly api: VisitorApi;
  readonly openLive: typeof openLiveConnection;
  readonly outbox: Outbox;
  /** Left out by tests without files. */
  readonly uploads?: FileUploads;
  readonly drafts: Drafts;
  readonly storage: Storage;
  readonly tabs: OtherTabs;
  /** Whether somebody can be looking at the page. */
  readonly isVisible: () => boolean;
  /** An answer has just come; left out by tests without sound. */
  readonly onAnswer?: (conversationId: string, number: number) => void;
  /** Of a frame in another site's page: whom that site says the visitor is, and the topic it chose. */
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
