import type { Server as HttpServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Server, type ServerOptions } from 'socket.io';
import * as v from 'valibot';
import { accessToConversation, viewsOf, type Viewer } from '../app/conversation/access.server.ts';
import { CONVERSATION_ID } from '../app/conversation/wire/rules.ts';
import type { ChatPublisher, MessageEvent } from '../app/conversation/wire/events.ts';
import {
  readConversationOwner,
  readNewestConversations,
} from '../app/conversation/read/read-conversation.server.ts';
import { findBrowser } from '../app/conversation/say/visitor-browser.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import { uuid } from '../app/platform/fields.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import type { Auth } from '../app/team/accounts/auth.server.ts';
import { findMember } from '../app/team/members/find-member.server.ts';
import { systemTimers } from '../app/platform/timers.ts';
import { readOpenSessions } from '../app/team/sessions/sessions.server.ts';
import { openProcessQuestions, type ProcessAnswers } from './ask-processes.ts';
import { readListeners } from '../app/conversation/read/read-listeners.server.ts';
import { Closings } from './closings.ts';
import { createClientAddressReader } from './client-address.ts';
import { CONNECTION_LIMITS, Holdings, type ConnectionLimits } from './connection-limits.ts';
import {
  closeStuckConnections,
  createHandshakeLimit,
  createThrottle,
  SharedThrottle,
  TOO_MANY_SOCKETS,
} from './live-limits.ts';
import { room, watching, type LiveServer, type LiveSocket } from './live-rooms.ts';
import type { Metrics, SocketKind } from './metrics.ts';
import { isOwnOrigin } from './origin.ts';
import { createChatPublisher } from './publish-chat.ts';
import { atEndOfSession } from './session-end.ts';

const conversationId = v.pipe(v.string(), v.regex(CONVERSATION_ID));

/** What a socket says when it connects; who it is follows from its cookies alone. */
const handshake = v.variant('as', [
  v.object({ as: v.literal('visitor'), conversationId }),
  v.object({ as: v.literal('agent') }),
]);

/** What clients take to mean that their session or secret is gone. */
const REFUSED = 'refused';

const typing = v.object({
  conversationId,
  // As the message is stored and published under it.
  clientId: v.optional(v.pipe(uuid, v.toLowerCase())),
});

const front = v.object({ isInFront: v.boolean() });

/** So many clients a second may come to the processes that stay. */
const COME_BACK_PER_SECOND = 2_000;
const COME_BACK_AT_MOST_MS = 12_000;
/** Who has not left so long after their moment is cut off, and comes back all the same. */
const LEFT_BEHIND_MS = 1_000;

/** Over how long the clients of an ending process spread their return. */
function spreadOf(sockets: number): number {
  const wanted = Math.ceil((sockets / COME_BACK_PER_SECOND) * 1000);
  return Math.min(Math.max(wanted, 1_000), COME_BACK_AT_MOST_MS);
}

export interface RealtimeOptions {
  readonly db: Database;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly log: Log;
  /** Connects the rooms of several processes. */
  readonly adapter?: ServerOptions['adapter'] | undefined;
  readonly metrics: Metrics;
  /** Called when an agent's first socket opens, and again while it stays open. */
  onAgentsConnected(agentIds: readonly string[]): void;
  readonly limits?: ConnectionLimits;
}

export interface Realtime extends ProcessAnswers {
  readonly chat: ChatPublisher;
  connectedAgents(): string[];
  closeSession(sessionId: string): void;
  /** Closes every socket of this person of the team. */
  closeMember(memberId: string): void;
  /**
   * Closes this process's sockets that would not be admitted any more, whoever changed that and
   * wherever: a session is over, a role has changed, a conversation belongs to another browser.
   */
  closeFormerListeners(): Promise<void>;
  /** Closes every socket in these conversations: their visitors ask anew, and find them gone. */
  closeConversations(conversationIds: readonly string[]): void;
  /** Sends every client of this process to another one; resolves when they are gone. */
  sendAway(): Promise<void>;
  close(): Promise<void>;
}

/** Attaches Socket.IO to the HTTP server: hints and typing only, nothing is written from here. */
export function openRealtime(http: HttpServer, options: RealtimeOptions): Realtime {
  const { db, auth, settings, log, metrics, adapter, limits = CONNECTION_LIMITS } = options;
  const io: LiveServer = new Server(http, {
    path: '/live',
    // No long polling: any process can answer a client without sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    ...(adapter ? { adapter } : {}),
    maxHttpBufferSize: limits.packetBytes,
    // Who connects and does not say who it is, or is refused and stays, is closed.
    connectTimeout: limits.handshakeMs,
    allowRequest: (request, decide) => {
      const { origin, host, 'sec-fetch-site': site } = request.headers;
      if (isOwnOrigin(settings, origin, host, site)) {
        const refusal = limitHandshake(request);
        decide(refusal, refusal === undefined);
      } else {
        decide(null, false);
      }
    },
  });
  const limitHandshake = createHandshakeLimit(
    createClientAddressReader(settings.trustedProxies),
    limits,
  );
  const held = new Holdings();
  const typists = new SharedThrottle(limits.typingPerSecond, limits.typingPerSecondOfAll);
  const closings = new Closings(2 * limits.handshakeMs);
  const processes = openProcessQuestions(io, adapter !== undefined);
  closeStuckConnections(io.engine, limits);

  io.on('closing', (rooms) => closings.note(rooms));
  /** Closes every socket in one of these rooms on every process, and those about to enter one. */
  function closeRooms(rooms: readonly string[]): void {
    // Without a room the whole house would be addressed.
    if (rooms.length === 0) return;
    closings.note(rooms);
    if (adapter) io.serverSideEmit('closing', rooms);
    io.in([...rooms]).disconnectSockets(true);
  }

  io.use((socket, next) => {
    socket.data.beganAt = performance.now();
    admit(socket).then(
      (refusal) => next(refusal === undefined ? undefined : new Error(refusal)),
      (error: unknown) => {
        log.error({ err: error }, 'Socket handshake failed');
        next(new Error('unavailable'));
      },
    );
  });

  /** Joins the rooms this socket may hear; says why not when it may hear none. */
  async function admit(socket: LiveSocket): Promise<string | undefined> {
    const hello = v.safeParse(handshake, socket.handshake.auth);
    if (!hello.success) return REFUSED;
    const cookie = socket.handshake.headers.cookie ?? '';
    if (hello.output.as === 'visitor') {
      const browserId = await findBrowser(db, cookie);
      if (!browserId) return REFUSED;
      const viewer: Viewer = { kind: 'browser', browserId };
      const { conversationId } = hello.output;
      if (!(await accessToConversation(db, viewer, conversationId))) return REFUSED;
      if (!hold(socket, `browser ${browserId}`)) return TOO_MANY_SOCKETS;
      socket.data.viewer = viewer;
      socket.data.conversationId = conversationId;
      await socket.join(room.conversation(conversationId));
      return undefined;
    }
    const session = await findMember(db, auth, new Headers({ cookie }));
    if (!session) return REFUSED;
    const { sessionId: id, expiresAt, member } = session;
    if (!hold(socket, `session ${id}`)) return TOO_MANY_SOCKETS;
    socket.data.viewer = { kind: 'member', member };
    socket.data.session = { id, expiresAt };
    await socket.join([
      room.agent(member.id),
      room.session(id),
      ...viewsOf(member)
        .filter((view) => view !== 'mine')
        .map(room.view),
    ]);
    return undefined;
  }

  /** Counts the socket for its owner until its connection is gone, admitted or not. */
  function hold(socket: LiveSocket, owner: string): boolean {
    if (!held.take(owner, limits.socketsPerBrowser)) return false;
    socket.conn.once('close', () => held.release(owner));
    return true;
  }

  io.on('connection', (socket) => {
    const { viewer } = socket.data;
    // Only from here on can it be found and closed.
    if (closings.wereSince(socket.data.beganAt, socket.rooms)) {
      socket.disconnect(true);
      return;
    }
    const kind = viewer.kind === 'member' ? 'agent' : 'visitor';
    metrics.socketOpened(kind);
    socket.on('disconnect', () => metrics.socketClosed(kind));
    socket.onAnyOutgoing((name: string, event: MessageEvent) => {
      if (name === 'message') noteDelivery(kind, event);
    });
    if (viewer.kind === 'member') {
      options.onAgentsConnected([viewer.member.id]);
      socket.on('disconnect', () => io.to(room.view('all')).emit('desk'));
      closeAtEndOfSession(socket);
    } else {
      announceVisitor(socket);
    }
    // What changed on another process, or in the database alone, during the handshake.
    closeUnlessAdmitted([socket]).catch((error: unknown) => {
      log.warn({ err: error }, 'A new socket was not checked again');
      socket.disconnect(true);
    });
    const typist = viewer.kind === 'member' ? viewer.member.id : viewer.browserId;
    socket.on('typing', (event: unknown) => {
      if (!typists.take(typist)) return;
      relayTyping(viewer, event).catch((error: unknown) => {
        log.warn({ err: error }, 'Typing was not passed on');
      });
    });
    const mayMove = createThrottle(limits.typingPerSecond);
    socket.on('front', (event: unknown) => {
      const said = v.safeParse(front, event);
      if (viewer.kind !== 'member' || !said.success || !mayMove()) return;
      const { id } = viewer.member;
      void (said.output.isInFront ? socket.join(room.front(id)) : socket.leave(room.front(id)));
    });
  });

  /** Of messages published here and of those that other processes passed on. */
  function noteDelivery(kind: SocketKind, { conversationId, message }: MessageEvent): void {
    metrics.deliveryTook(Date.now() - Date.parse(message.createdAt));
    log.debug({ conversationId, number: message.number, to: kind }, 'Message delivered');
  }

  /** Tells the agent that the visitor is here, and when their last tab is closed. */
  function announceVisitor(socket: LiveSocket): void {
    const { conversationId } = socket.data;
    if (conversationId === undefined) return;
    const tell = () => {
      tellPresence(conversationId).catch((error: unknown) => {
        log.warn({ err: error }, 'Presence was not passed on');
      });
    };
    tell();
    socket.on('disconnect', tell);
  }

  /**
   * Asked after a page came and after one went: of a page that reconnects both are on their way at
   * once, on two processes perhaps. Whoever tells it goes on until what was told is still true.
   */
  async function tellPresence(conversationId: string): Promise<void> {
    let told: boolean | undefined;
    for (;;) {
      const owner = await readConversationOwner(db, conversationId);
      if (!owner) return;
      const isOnline = await isVisitorHere(owner.visitorId, conversationId);
      if (isOnline === told) return;
      io.to(watching(owner.agentId)).emit('presence', { conversationId, isOnline });
      told = isOnline;
    }
  }

  /** In this conversation, or with another one of theirs in another tab. */
  async function isVisitorHere(visitorId: string, conversationId: string): Promise<boolean> {
    if (await processes.isAnybodyIn([conversationId])) return true;
    return processes.isAnybodyIn(await readNewestConversations(db, visitorId));
  }

  /** Asks once more whether these may hear what they hear, and closes those that may not. */
  async function closeUnlessAdmitted(sockets: readonly LiveSocket[]): Promise<void> {
    const conversationIds = sockets.flatMap(({ data }) => data.conversationId ?? []);
    const sessionIds = sockets.flatMap(({ data }) => data.session?.id ?? []);
    const browsers = await readListeners(db, [...new Set(conversationIds)]);
    const sessions = await readOpenSessions(db, [...new Set(sessionIds)]);
    for (const socket of sockets) {
      const { viewer, conversationId = '', session } = socket.data;
      const isAdmitted =
        viewer.kind === 'browser'
          ? browsers.get(conversationId) === viewer.browserId
          : sessions.get(session?.id ?? '')?.role === viewer.member.role;
      if (!isAdmitted) socket.disconnect(true);
    }
  }

  /** A session that expires ends without anybody doing anything. */
  function closeAtEndOfSession(socket: LiveSocket): void {
    const { session } = socket.data;
    if (!session) return;
    const callOff = atEndOfSession({
      expiresAt: session.expiresAt,
      readExpiry: async () => (await readOpenSessions(db, [session.id])).get(session.id)?.endsAt,
      end: () => socket.disconnect(true),
      timers: systemTimers,
    });
    socket.on('disconnect', callOff);
  }

  async function relayTyping(viewer: Viewer, event: unknown): Promise<void> {
    const said = v.safeParse(typing, event);
    if (!said.success) return;
    const { conversationId, clientId } = said.output;
    if ((await accessToConversation(db, viewer, conversationId)) !== 'write') return;
    if (viewer.kind === 'member') {
      const event = { conversationId, clientId, isAgent: true };
      io.to(room.conversation(conversationId)).emit('typing', event);
      return;
    }
    const owner = await readConversationOwner(db, conversationId);
    const fromVisitor = { conversationId, clientId, isAgent: false };
    if (owner) io.to(watching(owner.agentId)).emit('typing', fromVisitor);
  }

  return {
    chat: createChatPublisher(io, log, metrics),
    connectedAgents() {
      const viewers = [...io.sockets.sockets.values()].map((socket) => socket.data.viewer);
      const ids = viewers.flatMap((viewer) => (viewer.kind === 'member' ? [viewer.member.id] : []));
      return [...new Set(ids)];
    },
    ...processes,
    closeSession: (sessionId) => closeRooms([room.session(sessionId)]),
    closeMember: (memberId) => closeRooms([room.agent(memberId)]),
    closeConversations: (conversationIds) => closeRooms(conversationIds.map(room.conversation)),
    closeFormerListeners: () => closeUnlessAdmitted([...io.sockets.sockets.values()]),
    async sendAway() {
      const withinMs = spreadOf(io.sockets.sockets.size);
      if (io.sockets.sockets.size > 0) io.local.emit('comeBack', { withinMs });
      const deadline = performance.now() + withinMs + LEFT_BEHIND_MS;
      while (io.sockets.sockets.size > 0 && performance.now() < deadline) await setTimeout(20);
    },
    async close() {
      await io.close();
    },
  };
}
