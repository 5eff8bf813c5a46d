import { ApiError, postJson } from '../../platform/api-client.ts';
import { endpointsOf } from '../../platform/endpoints-of.ts';
import type { ConversationApi } from '../client/conversation-channel.ts';
import type { ChatWords } from '../protocol/chat-words.ts';
import type { visitorChat } from '../http/visitor.ts';
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

const chat = endpointsOf<typeof visitorChat>();

export const httpApi: VisitorApi = {
  readAfter: (id, after, removedAfter) =>
    chat.get('/chat/conversations/:id/messages', { id }, { query: { after, removedAfter } }),
  unsend: (id, number) => chat.post('/chat/conversations/:id/take-back', { id }, { number }),
  send: (id, clientId, text, fileIds) =>
    postJson(`/chat/conversations/${id}/messages`, { clientId, text, fileIds }),
  start: async (start) => (await startChat(start)).conversation,
  readConversation: async (id) => (await chat.get('/chat/conversations/:id', { id })).conversation,
  readEarlier: () => chat.get('/chat/conversations', {}),
  readAvailability: () => chat.get('/chat/availability', {}),
  markRead: async (id, number) => {
    await chat.post('/chat/conversations/:id/read', { id }, { number });
  },
  requestLink: async (id) => {
    await chat.post('/chat/conversations/:id/link', { id }, {});
  },
  askConfirmation: async (id) => {
    await chat.post('/chat/conversations/:id/confirmation', { id }, {});
  },
  confirm: async (id, code) => {
    await chat.post('/chat/conversations/:id/code', { id }, { code });
  },
  rename: async (id, name) => {
    await chat.post('/chat/conversations/:id/name', { id }, { name });
  },
  answerOffer: async (id, offer, answer) => {
    await chat.post('/chat/conversations/:id/offers/:offer', { id, offer }, { answer });
  },
  rate: async (id, rating) =>
    (await chat.post('/chat/conversations/:id/rating', { id }, rating)).conversation,
};

/**
 * Starts a conversation. Under high load the server asks for a proof of work, which is solved in the
 * background before the request is repeated.
 */
export async function startChat(start: StartChat): Promise<Started> {
  try {
    return await chat.post('/chat/conversations', {}, start);
  } catch (error) {
    if (!(error instanceof ApiError) || error.field !== 'captcha') throw error;
    // If the solver cannot be loaded or fails, the chat is handled like a rate-limited request: it is kept
    // and retried.
    const captcha = await import('../../platform/solve-captcha.ts')
      .then(({ solveCaptcha }) => solveCaptcha())
      .catch(() => {
        throw error;
      });
    return chat.post('/chat/conversations', {}, { ...start, captcha });
  }
}
