import type { Server, Socket } from 'socket.io';
import type { Viewer } from '../app/chat/server/access.server.ts';
import type { ClientEvents, ServerEvents } from '../app/chat/protocol/events.ts';
import type { InboxScope } from '../app/chat/protocol/views.ts';

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
