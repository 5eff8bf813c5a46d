import type { Server as HttpServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Server } from 'socket.io';
import * as v from 'valibot';
import type { ChatPublisher, MessageEvent } from '../app/conversation/wire/events.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { systemTimers } from '../app/platform/timers.ts';
import type { Auth } from '../app/team/accounts/auth.server.ts';
import { readOpenSessions } from '../app/team/sessions/sessions.server.ts';
import { Admission } from './admit-socket.ts';
import { openProcessQuestions, type OtherSockets, type ProcessAnswers } from './ask-processes.ts';
import { createClientAddressReader } from './client-address.ts';
import { Closings } from './closings.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { LIVE_PATH } from './http-server.ts';
import { limitedWebSocketServer } from './live-engine.ts';
import {
  closeRepeatedHellos,
  closeStuckConnections,
  createHandshakeLimit,
  createThrottle,
  SharedThrottle,
} from './live-limits.ts';
import { room, type LiveServer, type LiveSocket } from './live-rooms.ts';
import type { Metrics, SocketKind } from './metrics.ts';
import { isOwnOrigin } from './origin.ts';
import { createChatPublisher } from './publish-chat.ts';
import { relayTyping } from './relay-typing.ts';
import { relayWriting } from './relay-writing.ts';
import { createPlaceTeller, type Queue } from './tell-places.ts';
import { atEndOfSession } from './session-end.ts';
import { tellPresence } from './visitor-presence.ts';

const front = v.object({ isInFront: v.boolean() });

/** One for all sockets. */
const NOTHING = Object.freeze({});

/** So many clients a second may come to the processes that stay, or ask what they missed. */
const COME_BACK_PER_SECOND = 2_000;
const COME_BACK_AT_MOST_MS = 12_000;
/** Who has not left so long after their moment is cut off, and comes back all the same. */
const LEFT_BEHIND_MS = 1_000;

/** What has clients ask within this time is told them once. */
const TELL_TOGETHER_MS = 500;

/** Over how long so many clients spread what they all are told to do. */
function spreadOf(sockets: number): number {
  const wanted = Math.ceil((sockets / COME_BACK_PER_SECOND) * 1000);
  return Math.min(Math.max(wanted, 1_000), COME_BACK_AT_MOST_MS);
}

export interface RealtimeOptions {
  readonly db: Database;
  readonly auth: Auth;
  readonly settings: Settings;
  /** As it is at this moment: an admin may change it. */
  readonly secondFactorFor: () => Settings['secondFactorFor'];
  readonly log: Log;
  /** Those of other processes, where there are any. */
  readonly others?: OtherSockets | undefined;
  readonly metrics: Metrics;
  /** Called when an agent's first socket opens, and again while it stays open. */
  onAgentsConnected(agentIds: readonly string[]): void;
  /** Called when somebody came into the queue or left it. */
  onQueueChanged(): void;
  readonly limits?: ConnectionLimits;
}

export interface Realtime extends ProcessAnswers {
  readonly chat: ChatPublisher;
  connectedAgents(): string[];
  /** Tells the visitors here where they stand. */
  tellPlaces(queue: Queue): void;
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
  const { db, auth, log, metrics, others, limits = CONNECTION_LIMITS } = options;
  const io = attach(http, options, limits);
  const admission = new Admission(db, auth, options.secondFactorFor, limits.socketsPerBrowser);
  const typists = new SharedThrottle(limits.typingPerSecond, limits.typingPerSecondOfAll);
  const closings = new Closings(2 * limits.handshakeMs);
  const processes = openProcessQuestions(io, others);
  closeStuckConnections(io.engine, limits);
  closeRepeatedHellos(io.engine);

  io.on('closing', (rooms) => closings.note(rooms));
  others?.onMissed(haveClientsAsk(io));
  /** Closes every socket in one of these rooms on every process, and those about to enter one. */
  function closeRooms(rooms: readonly string[]): void {
    // Without a room the whole house would be addressed.
    if (rooms.length === 0) return;
    closings.note(rooms);
    if (others) io.serverSideEmit('closing', rooms);
    io.in([...rooms]).disconnectSockets(true);
  }

  let underWay = 0;
  io.use((socket, next) => {
    if (underWay >= limits.handshakesUnderWay) {
      next(new Error('unavailable'));
      return;
    }
    underWay += 1;
    askForAdmission(socket, admission, log, (refusal) => {
      underWay -= 1;
      next(refusal);
    });
  });

  io.on('connection', (socket) => {
    // Only from here on can it be found and closed.
    if (closings.wereSince(socket.data.beganAt, socket.rooms)) {
      socket.disconnect(true);
      return;
    }
    forgetRequest(socket);
    measure(socket, metrics, log);
    tellOfComing(socket, io, options, processes);
    admission.closeUnlessStillAdmitted(socket).catch((error: unknown) => {
      log.warn({ err: error }, 'A new socket was not checked again');
      socket.disconnect(true);
    });
    listen(socket, io, options, typists, limits);
  });

  return {
    chat: createChatPublisher(io, log, metrics, () => options.onQueueChanged()),
    tellPlaces: createPlaceTeller(io),
    connectedAgents() {
      const viewers = [...io.sockets.sockets.values()].map((socket) => socket.data.viewer);
      const ids = viewers.flatMap((viewer) => (viewer.kind === 'member' ? [viewer.member.id] : []));
      return [...new Set(ids)];
    },
    ...processes,
    closeSession: (sessionId) => closeRooms([room.session(sessionId)]),
    closeMember: (memberId) => closeRooms([room.agent(memberId)]),
    closeConversations: (conversationIds) => closeRooms(conversationIds.map(room.conversation)),
    closeFormerListeners: () => admission.closeUnlessAdmitted([...io.sockets.sockets.values()]),
    sendAway: () => sendAway(io),
    async close() {
      await io.close();
    },
  };
}

function attach(
  http: HttpServer,
  { settings, others }: RealtimeOptions,
  limits: ConnectionLimits,
): LiveServer {
  const limitHandshake = createHandshakeLimit(
    createClientAddressReader(settings.trustedProxies),
    limits,
  );
  return new Server(http, {
    path: LIVE_PATH,
    wsEngine: limitedWebSocketServer(limits),
    // No long polling: any process can answer a client without sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    ...(others ? { adapter: others.adapter } : {}),
    maxHttpBufferSize: limits.packetBytes,
    // Who connects and does not say who it is, or is refused and stays, is closed.
    connectTimeout: limits.handshakeMs,
    allowRequest: (request, decide) => {
      const { origin, host, 'sec-fetch-site': site } = request.headers;
      const isOwn = isOwnOrigin(settings, origin, host, site);
      const refusal = isOwn ? limitHandshake(request) : null;
      if (refusal === undefined) decide(null, true);
      else
        void setTimeout(limits.refusalMs, undefined, { ref: false }).then(() =>
          decide(refusal, false),
        );
    },
  });
}

function askForAdmission(
  socket: LiveSocket,
  admission: Admission,
  log: Log,
  next: (refusal?: Error) => void,
): void {
  // What came in the same moment as a second hello is asked of nobody.
  if (socket.conn.readyState !== 'open') {
    next(new Error('closed'));
    return;
  }
  socket.data.beganAt = performance.now();
  admission.admit(socket).then(
    (refusal) => next(refusal === undefined ? undefined : new Error(refusal)),
    (error: unknown) => {
      log.error({ err: error }, 'Socket handshake failed');
      next(new Error('unavailable'));
    },
  );
}

/** Who it is was read from it; kept, its headers would take as much memory as the rest of the socket. */
function forgetRequest({ conn, handshake }: LiveSocket): void {
  Object.assign(conn, { request: undefined });
  Object.assign(handshake, { headers: NOTHING, auth: NOTHING, query: NOTHING });
}

/** Says who has come, and sees to it that it is said when they go. */
function tellOfComing(
  socket: LiveSocket,
  io: LiveServer,
  options: RealtimeOptions,
  processes: ProcessAnswers,
): void {
  const { db, log } = options;
  const { viewer, conversationId } = socket.data;
  if (viewer.kind === 'member') {
    options.onAgentsConnected([viewer.member.id]);
    socket.on('disconnect', () => io.to(room.view('all')).emit('desk'));
    closeAtEndOfSession(socket, db);
  } else if (conversationId !== undefined) {
    const tell = () => {
      tellPresence({ db, io, processes }, conversationId).catch((error: unknown) =>
        log.warn({ err: error }, 'Presence was not passed on'),
      );
    };
    // The visitor is here, and is not when their last tab is closed.
    tell();
    socket.on('disconnect', tell);
  }
}

/** Counts the socket, and times what reaches it, from here or passed on by other processes. */
function measure(socket: LiveSocket, metrics: Metrics, log: Log): void {
  const kind: SocketKind = socket.data.viewer.kind === 'member' ? 'agent' : 'visitor';
  metrics.socketOpened(kind);
  socket.on('disconnect', () => metrics.socketClosed(kind));
  socket.onAnyOutgoing((name: string, event: MessageEvent) => {
    if (name !== 'message') return;
    const { conversationId, message } = event;
    metrics.deliveryTook(Date.now() - Date.parse(message.createdAt));
    log.debug({ conversationId, number: message.number, to: kind }, 'Message delivered');
  });
}

/** What a client may say: that somebody types; one of the team also whether the dashboard is in front of them. */
function listen(
  socket: LiveSocket,
  io: LiveServer,
  { db, log }: RealtimeOptions,
  typists: SharedThrottle,
  limits: ConnectionLimits,
): void {
  const { viewer } = socket.data;
  const typist = viewer.kind === 'member' ? viewer.member.id : viewer.browserId;
  socket.on('typing', (event: unknown) => {
    if (!typists.take(typist)) return;
    relayTyping(io, db, viewer, event).catch((error: unknown) => {
      log.warn({ err: error }, 'Typing was not passed on');
    });
  });
  if (viewer.kind !== 'member') return;
  const { id } = viewer.member;
  socket.on('writing', (event: unknown) => {
    if (!typists.take(`${id} in the team`)) return;
    relayWriting(io, db, viewer, event).catch((error: unknown) => {
      log.warn({ err: error }, 'Writing was not passed on');
    });
  });
  const mayMove = createThrottle(limits.typingPerSecond);
  socket.on('front', (event: unknown) => {
    const said = v.safeParse(front, event);
    if (!said.success || !mayMove()) return;
    void (said.output.isInFront ? socket.join(room.front(id)) : socket.leave(room.front(id)));
  });
}

/** A session that expires ends without anybody doing anything. */
function closeAtEndOfSession(socket: LiveSocket, db: Database): void {
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

/**
 * Has the clients of this process ask for what they may have missed: those in these rooms, or all.
 * All are told once for what happens within a moment, as when Redis comes back.
 */
function haveClientsAsk(io: LiveServer): (rooms: readonly string[]) => void {
  let isPlanned = false;
  const tell = (rooms: readonly string[]) => {
    const withinMs = spreadOf(io.sockets.sockets.size);
    io.local.to([...rooms]).emit('catchUp', { withinMs });
  };
  return (rooms) => {
    if (rooms.length > 0) {
      tell(rooms);
      return;
    }
    if (isPlanned) return;
    isPlanned = true;
    void setTimeout(TELL_TOGETHER_MS, undefined, { ref: false }).then(() => {
      isPlanned = false;
      tell([]);
    });
  };
}

async function sendAway(io: LiveServer): Promise<void> {
  const { sockets } = io.sockets;
  const withinMs = spreadOf(sockets.size);
  if (sockets.size > 0) io.local.emit('comeBack', { withinMs });
  const deadline = performance.now() + withinMs + LEFT_BEHIND_MS;
  while (sockets.size > 0 && performance.now() < deadline) await setTimeout(20);
}
