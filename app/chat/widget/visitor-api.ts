import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { ConversationApi } from '../client/conversation-channel.ts';
import type { ChatWords } from '../protocol/chat-words.ts';
import type { Arrival } from '../protocol/elsewhere.ts';
import type {
  Availability,
  ConversationView,
  RatingView,
  ServiceContext,
} from '../protocol/views.ts';

export interface StartChat {
  readonly id: string;
  readonly email: string;
  readonly name?: string | null;
  /** The topic's id. */
  readonly topic: string;
  readonly service: ServiceContext | null;
  /** The embedding site's data about the chat. */
  readonly elsewhere?: Arrival;
}

export interface ChatOpening {
  readonly conversations: readonly ConversationView[];
  readonly words: ChatWords;
}

export interface VisitorApi extends ConversationApi {
  start(chat: StartChat): Promise<ConversationView>;
  readConversation(id: string): Promise<ConversationView>;
  /** Returns this browser's conversations, open ones first and newest first, and the current texts. */
  readEarlier(): Promise<ChatOpening>;
  readAvailability(): Promise<Availability>;
  markRead(conversationId: string, number: number): Promise<void>;
  /** Emails a link that opens the conversation in another browser. */
  requestLink(conversationId: string): Promise<void>;
  /** Emails a link and a code that confirm the address for this browser. */
  askConfirmation(conversationId: string): Promise<void>;
  confirm(conversationId: string, code: string): Promise<void>;
  rename(conversationId: string, name: string): Promise<void>;
  rate(conversationId: string, rating: RatingView): Promise<ConversationView>;
  answerOffer(
    conversationId: string,
    offerId: string,
    answer: 'accepted' | 'declined',
  ): Promise<void>;
}

interface One {
  readonly conversation: ConversationView;
}

interface Started extends One {
  /** Sent to browsers that keep no cookie in a frame. */
  readonly secret?: string;
}

export const httpApi: VisitorApi = {
  readAfter: (id, after, removedAfter) =>
    getJson(`/chat/conversations/${id}/messages?after=${after}&removedAfter=${removedAfter}`),
  takeBack: (id, number) => postJson(`/chat/conversations/${id}/take-back`, { number }),
  send: (id, clientId, text, fileIds) =>
    postJson(`/chat/conversations/${id}/messages`, { clientId, text, fileIds }),
  start: async (chat) => (await startChat(chat)).conversation,
  readConversation: async (id) => (await getJson<One>(`/chat/conversations/${id}`)).conversation,
  readEarlier: () => getJson('/chat/conversations'),
  readAvailability: () => getJson('/chat/availability'),
  markRead: (id, number) => postJson(`/chat/conversations/${id}/read`, { number }),
  requestLink: (id) => postJson(`/chat/conversations/${id}/link`, {}),
  askConfirmation: (id) => postJson(`/chat/conversations/${id}/confirmation`, {}),
  confirm: (id, code) => postJson(`/chat/conversations/${id}/code`, { code }),
  rename: (id, name) => postJson(`/chat/conversations/${id}/name`, { name }),
  answerOffer: (id, offerId, answer) =>
    postJson(`/chat/conversations/${id}/offers/${offerId}`, { answer }),
  rate: async (id, rating) =>
    (await postJson<One>(`/chat/conversations/${id}/rating`, rating)).conversation,
};

/**
 * Starts a conversation. Under high load the server asks for a proof of work, which is solved in the
 * background before the request is repeated.
 */
export async function startChat(chat: StartChat): Promise<Started> {
  try {
    return await postJson<Started>('/chat/conversations', chat);
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'captcha') throw error;
    // If the solver cannot be loaded or fails, the chat is handled like a rate-limited request: it is kept
    // and retried.
    const captcha = await import('../../platform/solve-captcha.ts')
      .then(({ solveCaptcha }) => solveCaptcha())
      .catch(() => {
        throw error;
      });
    return postJson<Started>('/chat/conversations', { ...chat, captcha });
  }
}
