import type { Server, Socket } from 'socket.io';
import type { Viewer } from '../app/chat/server/access.server.ts';
import type {
  ClientEvents,
  ServerEvents,
  ChangedEvent,
  ChatPublisher,
} from '../app/chat/protocol/events.ts';
import { type InboxScope, forVisitor } from '../app/chat/protocol/views.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Metrics } from './metrics.ts';

interface ProcessEvents {
  closing(rooms: readonly string[]): void;
}

interface SocketData {
  viewer: Viewer;
  /** The start of its handshake, by `performance.now()`. */
  beganAt: number;
  conversationId?: string;
  session?: { readonly id: string; readonly expiresAt: Date };
}

export type LiveServer = Server<ClientEvents, ServerEvents, ProcessEvents, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, ProcessEvents, SocketData>;

export const room = {
  conversation: (id: string) => `conversation:${id}`,
  agent: (id: string) => `agent:${id}`,
  session: (id: string) => `session:${id}`,
  /** The sockets of this member whose tab is in the foreground. */
  front: (memberId: string) => `front:${memberId}`,
  view: (scope: InboxScope) => `view:${scope}`,
};

/**
 * The rooms that receive events about a visitor of this agent, or of the queue. A socket in several
 * rooms receives an event once.
 */
export function watching(agentId: string | null): string[] {
  return [agentId ? room.agent(agentId) : room.view('queue'), room.view('all')];
}

export function createChatPublisher(
  io: LiveServer,
  log: Log,
  metrics: Metrics,
  queueChanged: () => void,
): ChatPublisher {
  const managers = room.view('all');

  /** An entry of the inbox differs for each reader, so clients are told to reload it. */
  function notifyWatchers(event: ChangedEvent): void {
    io.to([room.view('queue'), managers]).emit('changed', event);
  }

  return {
    messageSaved(event, agentId, committedAt) {
      const { conversationId, message } = event;
      log.debug({ conversationId, number: message.number, agentId }, 'Message published');
      metrics.publishTook(performance.now() - committedAt);
      io.to(room.conversation(event.conversationId)).emit('message', {
        ...event,
        message: forVisitor(event.message),
      });
      io.to(watching(agentId)).emit('message', event);
    },
    messageRemoved(event, agentId) {
      io.to(room.conversation(event.conversationId)).emit('removed', {
        ...event,
        message: forVisitor(event.message),
      });
      io.to(watching(agentId)).emit('removed', event);
    },
    conversationChanged(conversation) {
      io.to(room.conversation(conversation.id)).emit('conversation', conversation);
    },
    entryChanged(inboxEntry, agentId) {
      io.to(room.agent(agentId)).emit('entry', inboxEntry);
      notifyWatchers({ visitorId: inboxEntry.visitorId, isWaiting: false });
    },
    visitorUnassigned(visitorId, agentId, holder) {
      const event = holder === undefined ? { visitorId } : { visitorId, holder };
      io.to(room.agent(agentId)).emit('unassigned', event);
    },
    visitorWaits(visitorId) {
      notifyWatchers({ visitorId, isWaiting: true });
    },
    noteSaved(event, agentId) {
      io.to(watching(agentId)).emit('note', event);
    },
    mentioned(mention, memberId) {
      io.to(room.agent(memberId)).emit('mentioned', mention);
    },
    personChanged(visitorId, agentId) {
      io.to(watching(agentId)).emit('person', { visitorId });
    },
    deskChanged() {
      io.to(managers).emit('desk');
    },
    ordersChanged(memberIds) {
      io.to([...memberIds.map(room.agent), managers]).emit('orders');
    },
    // One query reads all places in the queue.
    queueChanged,
    visitorUnattended(event) {
      io.to(managers).emit('unattended', event);
    },
    readByAgent(event, agentId) {
      io.to(room.agent(agentId)).emit('read', event);
    },
    seenByAgent(conversationId, number) {
      const event = { conversationId, number, isAgent: true };
      io.to(room.conversation(conversationId)).emit('seen', event);
    },
    seenByVisitor(conversationId, number, agentId) {
      const event = { conversationId, number, isAgent: false };
      io.to(watching(agentId)).emit('seen', event);
    },
  };
}
