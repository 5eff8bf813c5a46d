import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { ConversationApi } from '../conversation-channel.ts';
import type { ChatWords } from '../../conversation/wire/chat-words.ts';
import type { Arrival } from '../../conversation/wire/elsewhere.ts';
import type {
  Availability,
  ConversationView,
  RatingView,
  ServiceContext,
} from '../../conversation/wire/views.ts';

export interface StartChat {
  readonly id: string;
  readonly email: string;
  /** What the visitor wants to be called. */
  readonly name?: string | null;
  /** Its id. */
  readonly topic: string;
  readonly service: ServiceContext | null;
  /** Where the chat stands on another site. */
  readonly elsewhere?: Arrival;
}

/** What the chat begins with. */
export interface ChatOpening {
  readonly conversations: readonly ConversationView[];
  readonly words: ChatWords;
}

/** What a visitor's browser may ask the server for. */
export interface VisitorApi extends ConversationApi {
  start(chat: StartChat): Promise<ConversationView>;
  readConversation(id: string): Promise<ConversationView>;
  /** The conversations of this browser: those that are open first, each newest first; and the words as they are now. */
  readEarlier(): Promise<ChatOpening>;
  readAvailability(): Promise<Availability>;
  markRead(conversationId: string, number: number): Promise<void>;
  /** Mails a link that opens the conversation in another browser. */
  requestLink(conversationId: string): Promise<void>;
  /** Mails a link and a code that confirm the address for this browser. */
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
  /** Of a browser that keeps no cookie in a frame. */
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
 * Starts a conversation. When more chats are started than usual the server asks for a proof of work: it
 * is done without a word, and the same chat is sent again.
 */
export async function startChat(chat: StartChat): Promise<Started> {
  try {
    return await postJson<Started>('/chat/conversations', chat);
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'captcha') throw error;
    // Whoever cannot load the solver or solve it now is as somebody who came too fast: the chat is kept, and
    // tried again.
    const captcha = await import('../../platform/solve-captcha.ts')
      .then(({ solveCaptcha }) => solveCaptcha())
      .catch(() => {
        throw error;
      });
    return postJson<Started>('/chat/conversations', { ...chat, captcha });
  }
}
