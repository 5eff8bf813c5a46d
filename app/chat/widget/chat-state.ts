import { deskDotOf, isStaffed, type DeskDot } from '../protocol/desk-state.ts';
import { EMPTY_LIST, type MessageList } from '../client/message-list.ts';
import { addressOfService } from '../protocol/service-cards.ts';
import type { ChatWords } from '../protocol/chat-words.ts';
import {
  isRemoved,
  type Availability,
  type ConversationView,
  type ServiceContext,
} from '../protocol/views.ts';
import { t, formatsNow } from '../../i18n/translate.ts';

export type Stage = 'restoring' | 'topic' | 'email' | 'conversation';

/** Holds everything that the panel shows. The state is plain data; the functions below derive the rest. */
export interface VisitorChatState extends ConversationState {
  readonly stage: Stage;
  readonly isOpen: boolean;
  readonly words: ChatWords;
  /** The topic's name. */
  readonly topic: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly service: ServiceContext | null;
  readonly draft: string;
  readonly held: readonly string[];
  /** Increases each time the visitor must be led back to the missing step. */
  readonly prompts: number;
  /** The bot's reply to the topic or email address; null until its half-second delay is over. */
  readonly connectingText: string | null;
  readonly isBusy: boolean;
  readonly earlier: readonly ConversationView[];
  readonly problem: string | null;
}

export interface ConversationState {
  readonly conversation: ConversationView | null;
  readonly list: MessageList;
  /** False until earlier messages are loaded. Those are shown but not announced. */
  readonly isHistoryLoaded: boolean;
  readonly readNumber: number;
  readonly isAgentTyping: boolean;
  /** True if the server responded to the last request. */
  readonly isReachable: boolean;
  /** True after a minute without an answer. */
  readonly isLongWait: boolean;
  /** Null until loaded. */
  readonly availability: Availability | null;
}

export const NO_CONVERSATION = {
  conversation: null,
  list: EMPTY_LIST,
  isHistoryLoaded: false,
  readNumber: 0,
  isAgentTyping: false,
  isReachable: true,
  isLongWait: false,
} as const satisfies Partial<ConversationState>;

export const INITIAL: Omit<VisitorChatState, 'words'> = {
  ...NO_CONVERSATION,
  availability: null,
  stage: 'topic',
  isOpen: false,
  topic: null,
  email: null,
  name: null,
  service: null,
  draft: '',
  held: [],
  prompts: 0,
  connectingText: null,
  isBusy: false,
  earlier: [],
  problem: null,
};

/** True once an agent has written in the conversation. */
export function isAnswered(state: Pick<ConversationState, 'list' | 'conversation'>): boolean {
  // The server's flag is available before the messages are loaded.
  return (
    state.conversation?.isAnswered ||
    state.list.saved.some((message) => message.isAgent && !isRemoved(message))
  );
}

/**
 * rule 90: true from the start until the agent's first message, even if the agent is known; false if no
 * agent accepts chats (rule 131).
 */
export function isWaiting(state: VisitorChatState): boolean {
  const { stage, conversation, availability } = state;
  if (stage !== 'conversation' || !conversation || conversation.isCompleted) return false;
  return !isAnswered(state) && !isUnstaffed(availability);
}

/** True only if the server has confirmed that no agent is available. */
export function isUnstaffed(availability: Availability | null): boolean {
  return availability !== null && !isStaffed(availability.state);
}

export function unreadCount({ list, readNumber }: VisitorChatState): number {
  return list.saved.filter(
    (message) => message.isAgent && message.number > readNumber && !isRemoved(message),
  ).length;
}

/**
 * The service that the visitor came from, if the conversation is about another one; the next message sends its
 * address (rule 95). The conversation is about the service whose address the visitor sent last.
 */
export function otherServiceOf(state: VisitorChatState): ServiceContext | null {
  const { service, conversation, list, isHistoryLoaded } = state;
  if (!service || !conversation || !isHistoryLoaded) return null;
  const own = [...list.saved.filter(({ isAgent }) => !isAgent), ...list.pending];
  const last = own.findLast(({ text }) => text.startsWith(`${location.origin}/services/`));
  const about = conversation.service;
  const isSame = last
    ? last.text === addressOf(service)
    : about?.section === service.section && about.slug === service.slug;
  return isSame ? null : service;
}

export function addressOf({ section, slug }: ServiceContext): string {
  return addressOfService(`/services/${section}/${slug}`, location.origin);
}

/** Rule 88 defines the header title. */
export function titleOf(state: VisitorChatState, brandName: string): string {
  if (state.conversation?.agentName)
    return t('Chat with {agentName}', { agentName: state.conversation.agentName });
  return isWaiting(state)
    ? t('Connecting you to an agent...')
    : t('{brandName} Support', { brandName });
}

/** Rule 89 defines the status line; other states follow rule 131. */
export function statusOf(state: VisitorChatState): string {
  if (!state.isReachable) return t('No connection • Trying again...');
  if (state.stage === 'restoring') return t('Please wait...');
  if (isWaiting(state)) return t('Please wait...');
  if (state.isAgentTyping) return t('Agent is typing...');
  if (!state.availability) return '';
  return isUnstaffed(state.availability)
    ? t('Away • We answer by email')
    : t('Online • Ready to help');
}

/** Returns the dot beside the avatar (rule 132); null while the availability is unknown. */
export function dotOf({ isReachable, availability }: VisitorChatState): DeskDot | null {
  return isReachable && availability ? deskDotOf(availability.state) : null;
}

/** Returns the queue position while all agents are at capacity (rule 134), or null. */
export function queuePlaceOf({ conversation, availability }: VisitorChatState): string | null {
  const place = conversation?.queuePosition ?? null;
  if (place === null || conversation?.isCompleted || isUnstaffed(availability)) return null;
  return t('You are number {place} in the queue', { place });
}

export interface ChatNotice {
  readonly text: string;
  /** Most notices promise an email; the others are about waiting. */
  readonly isByEmail: boolean;
}

export function noticeOf(state: VisitorChatState): ChatNotice | null {
  const { stage, availability, conversation, email } = state;
  if (!availability || isAnswered(state) || conversation?.isCompleted) return null;
  const isStarted = stage === 'conversation';
  const address = isStarted ? email : null;
  const byEmail = (...sentences: string[]) => ({ text: sentences.join(' '), isByEmail: true });
  if (isUnstaffed(availability) && !conversation?.agentName) {
    return byEmail(
      availability.opensAt
        ? t("We're back {time}.", {
            time: new Intl.DateTimeFormat(formatsNow(), OPENING).format(
              new Date(availability.opensAt),
            ),
          })
        : t('No agents are online right now.'),
      !isStarted
        ? t("Leave a message, and we'll answer here and by email.")
        : address
          ? t("Your messages are saved, and we'll answer here and by email to {email}.", {
              email: address,
            })
          : t("Your messages are saved, and we'll answer here and by email."),
    );
  }
  const isLong = isStarted && state.isLongWait;
  if (isLong || deskDotOf(availability.state) === 'away') {
    return byEmail(
      isLong
        ? t("This is taking longer than usual. You don't need to wait here.")
        : t('An answer may take a little longer right now.'),
      address
        ? t("We'll also send the answer by email to {email}.", { email: address })
        : t("We'll also send the answer by email."),
    );
  }
  const isFull = availability.state === 'busy' && queuePlaceOf(state) === null;
  const text =
    waitOf(availability) ||
    (isFull ? t("All our agents are busy right now. We'll answer as soon as possible.") : '');
  return text === '' ? null : { text, isByEmail: false };
}

const OPENING = {
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/** Returns a text only if it is news: an agent who is available and free needs no notice. */
function waitOf({ state, expectedMinutes }: Availability): string {
  if (expectedMinutes === null || (state === 'online' && expectedMinutes === 1)) return '';
  return t('We usually answer in about {count, plural, one {a minute} other {# minutes}}.', {
    count: expectedMinutes,
  });
}
