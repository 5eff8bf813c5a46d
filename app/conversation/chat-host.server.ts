import type { ChangeHost } from '../platform/change/change.server.ts';
import type { ChatPublisher } from './wire/events.ts';
import type { Availability } from './wire/views.ts';

/** What a change of the chat needs: where to write, and where to tell of it afterwards. */
export interface ChatHost extends ChangeHost {
  readonly chat: ChatPublisher;
}

/** What visitors are told of the desk, ready for everybody who asks. */
export interface KnownDesk {
  readonly availability: { read(): Promise<Availability> };
}

/** What listens to conversations, on every process. */
export interface VisitorSockets {
  /** Closes the visitors' sockets of these conversations: they ask anew what they may hear. */
  readonly closeConversations: (conversationIds: readonly string[]) => void;
}
