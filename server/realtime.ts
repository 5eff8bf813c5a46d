import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import * as v from 'valibot';
import { accessToConversation, type Viewer } from '../app/chat/access.server.ts';
import type { ChatPublisher, ClientEvents, ServerEvents } from '../app/chat/events.ts';
import { readConversationOwner } from '../app/chat/read-conversation.server.ts';
import { forVisitor } from '../app/chat/views.ts';
import { findBrowser } from '../app/chat/visitor-browser.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { Auth } from '../app/team/auth.server.ts';
import { findMember } from '../app/team/find-member.server.ts';
import { isOwnOrigin } from './origin.ts';

interface SocketData {
  viewer: Viewer;
  /** The conversation a visitor's socket listens to. */
  conversationId?: string;
}

type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

const room = {
  conversation: (id: string) => `conversation:${id}`,
  agent: (id: string) => `agent:${id}`,
  session: (id: string) => `session:${id}`,
};

/** What a socket says when it connects; who it is follows from its cookies alone. */
const handshake = v.variant('as', [
  v.object({ as: v.literal('visitor'), conversationId: v.pipe(v.string(), v.maxLength(64)) }),
  v.object({ as: v.literal('agent') }),
]);

const typing = v.object({ conversationId: v.pipe(v.string(), v.maxLength(64)) });

export interface RealtimeOptions {
  readonly db: Database;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly log: Log;
  /** Called when an agent's first socket opens, and again while it stays open. */
  onAgentsConnected(agentIds: readonly string[]): void;
}

export interface Realtime {
  readonly chat: ChatPublisher;
  connectedAgents(): string[];
  isAnybodyIn(conversationIds: readonly string[]): Promise<boolean>;
  closeSession(sessionId: string): void;
  /** Closes every socket of this person of the team. */
  closeMember(memberId: string): void;
  close(): Promise<void>;
}

/** Attaches Socket.IO to the HTTP server: hints and typing only, nothing is written from here. */
export function openRealtime(http: HttpServer, options: RealtimeOptions): Realtime {
  const { db, auth, settings, log } = options;
  const io: LiveServer = new Server(http, {
    path: '/live',
    // No long polling: any process can answer a client without sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 16 * 1024,
    allowRequest: (request, decide) =>
      decide(null, isOwnOrigin(settings, request.headers.origin, request.headers.host)),
  });

  io.use((socket, next) => {
    admit(socket).then(
      (isAdmitted) => next(isAdmitted ? undefined : new Error('refused')),
      (error: unknown) => {
        log.error({ err: error }, 'Socket handshake failed');
        next(new Error('unavailable'));
      },
    );
  });

  /** Joins the rooms this socket may hear; false when it may hear none. */
  async function admit(socket: LiveSocket): Promise<boolean> {
    const hello = v.safeParse(handshake, socket.handshake.auth);
    if (!hello.success) return false;
    const cookie = socket.handshake.headers.cookie ?? '';
    if (hello.output.as === 'visitor') {
      const browserId = await findBrowser(db, cookie);
      if (!browserId) return false;
      const viewer: Viewer = { kind: 'browser', browserId };
      const { conversationId } = hello.output;
      if (!(await accessToConversation(db, viewer, conversationId))) return false;
      socket.data.viewer = viewer;
      socket.data.conversationId = conversationId;
      await socket.join(room.conversation(conversationId));
      return true;
    }
    const session = await findMember(db, auth, new Headers({ cookie }));
    if (!session) return false;
    socket.data.viewer = { kind: 'member', member: session.member };
    await socket.join([room.agent(session.member.id), room.session(session.sessionId)]);
    return true;
  }

  io.on('connection', (socket) => {
    const { viewer } = socket.data;
    if (viewer.kind === 'member') {
      options.onAgentsConnected([viewer.member.id]);
      closeUnlessStillSignedIn(socket).catch((error: unknown) => {
        log.warn({ err: error }, 'A new socket was not checked again');
        socket.disconnect(true);
      });
    } else {
      announceVisitor(socket);
    }
    socket.on('typing', (event: unknown) => {
      relayTyping(viewer, event).catch((error: unknown) => {
        log.warn({ err: error }, 'Typing was not passed on');
      });
    });
  });

  /** Tells the agent that the visitor is here, and when their last tab is closed. */
  function announceVisitor(socket: LiveSocket): void {
    const { conversationId } = socket.data;
    if (conversationId === undefined) return;
    const announce = async (isOnline: boolean) => {
      const owner = await readConversationOwner(db, conversationId);
      if (owner?.agentId) {
        io.to(room.agent(owner.agentId)).emit('presence', { conversationId, isOnline });
      }
    };
    const report = (error: unknown) => log.warn({ err: error }, 'Presence was not passed on');
    announce(true).catch(report);
    socket.on('disconnect', () => {
      isAnybodyIn([conversationId])
        .then((isStillThere) => (isStillThere ? undefined : announce(false)))
        .catch(report);
    });
  }

  async function isAnybodyIn(conversationIds: readonly string[]): Promise<boolean> {
    if (conversationIds.length === 0) return false;
    const sockets = await io.in(conversationIds.map(room.conversation)).fetchSockets();
    return sockets.length > 0;
  }

  /** A session that ended during the handshake was not yet found among the sockets to close. */
  async function closeUnlessStillSignedIn(socket: LiveSocket): Promise<void> {
    const cookie = socket.handshake.headers.cookie ?? '';
    if (!(await findMember(db, auth, new Headers({ cookie })))) socket.disconnect(true);
  }

  async function relayTyping(viewer: Viewer, event: unknown): Promise<void> {
    const said = v.safeParse(typing, event);
    if (!said.success) return;
    const { conversationId } = said.output;
    if ((await accessToConversation(db, viewer, conversationId)) !== 'write') return;
    if (viewer.kind === 'member') {
      io.to(room.conversation(conversationId)).emit('typing', { conversationId, isAgent: true });
      return;
    }
    const agentId = (await readConversationOwner(db, conversationId))?.agentId;
    if (agentId) io.to(room.agent(agentId)).emit('typing', { conversationId, isAgent: false });
  }

  return {
    chat: {
      messageSaved(event, agentId) {
        io.to(room.conversation(event.conversationId)).emit('message', {
          ...event,
          message: forVisitor(event.message),
        });
        if (agentId) io.to(room.agent(agentId)).emit('message', event);
      },
      conversationChanged(conversation) {
        io.to(room.conversation(conversation.id)).emit('conversation', conversation);
      },
      entryChanged(entry, agentId) {
        io.to(room.agent(agentId)).emit('entry', entry);
      },
      visitorUnassigned(visitorId, agentId) {
        io.to(room.agent(agentId)).emit('unassigned', { visitorId });
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
        if (agentId) io.to(room.agent(agentId)).emit('seen', event);
      },
    },
    connectedAgents() {
      const viewers = [...io.sockets.sockets.values()].map((socket) => socket.data.viewer);
      const ids = viewers.flatMap((viewer) => (viewer.kind === 'member' ? [viewer.member.id] : []));
      return [...new Set(ids)];
    },
    isAnybodyIn,
    closeSession(sessionId) {
      io.in(room.session(sessionId)).disconnectSockets(true);
    },
    closeMember(memberId) {
      io.in(room.agent(memberId)).disconnectSockets(true);
    },
    async close() {
      await io.close();
    },
  };
}
