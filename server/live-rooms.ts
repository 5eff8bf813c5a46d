import type { Server, Socket } from 'socket.io';
import type { Viewer } from '../app/conversation/access.server.ts';
import type { ClientEvents, ServerEvents } from '../app/conversation/wire/events.ts';
import type { InboxScope } from '../app/conversation/wire/views.ts';

/** What the processes tell one another: that these rooms are closed. */
interface ProcessEvents {
  closing(rooms: readonly string[]): void;
}

interface SocketData {
  viewer: Viewer;
  /** When its handshake began, by `performance.now()`. */
  beganAt: number;
  /** The conversation a visitor's socket listens to. */
  conversationId?: string;
  /** The session a socket of the team was opened with, and when it ends. */
  session?: { readonly id: string; readonly expiresAt: Date };
}

export type LiveServer = Server<ClientEvents, ServerEvents, ProcessEvents, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, ProcessEvents, SocketData>;

/** Names of the rooms. */
export const room = {
  conversation: (id: string) => `conversation:${id}`,
  agent: (id: string) => `agent:${id}`,
  session: (id: string) => `session:${id}`,
  /** Of this person's sockets, those whose tab is in front of them. */
  front: (memberId: string) => `front:${memberId}`,
  /** Those who watch the queue, and those who see everybody. */
  view: (scope: InboxScope) => `view:${scope}`,
};

/** Where a visitor of this agent, or of the queue, is listened to. A socket hears once. */
export function watching(agentId: string | null): string[] {
  return [agentId ? room.agent(agentId) : room.view('queue'), room.view('all')];
}
