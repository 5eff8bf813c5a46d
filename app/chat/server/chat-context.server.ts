import type { ChangeContext } from '../../platform/change/change.server.ts';
import type { ChatPublisher } from '../protocol/events.ts';
import type { Availability } from '../protocol/views.ts';

export interface ChatContext extends ChangeContext {
  readonly chat: ChatPublisher;
}

export interface KnownDesk {
  readonly availability: { read(): Promise<Availability> };
}

export interface VisitorSockets {
  /** Closes the visitors' sockets of these conversations. Their clients reconnect and are authorised again. */
  readonly closeConversations: (conversationIds: readonly string[]) => void;
}
