import type { Server as HttpServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Server } from 'socket.io';
import * as v from 'valibot';
import type { ChatPublisher, MessageEvent } from '../app/chat/protocol/events.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { systemTimers } from '../app/platform/clock.ts';
import type { Auth } from '../app/accounts/server/sign-in/auth.server.ts';
import { readOpenSessions } from '../app/accounts/server/sessions/sessions.server.ts';
import { Admission } from './admit-socket.ts';
import { openProcessQuestions, type OtherSockets, type ProcessAnswers } from './ask-processes.ts';
import { createClientAddressReader } from './client-address.ts';
import { Closings } from './closings.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { LIVE_PATH } from './http-server.ts';
import {
  limitedWebSocketServer,
  closeRepeatedHellos,
  closeStuckConnections,
  createHandshakeLimit,
  createThrottle,
  SharedThrottle,
} from './live-limits.ts';
import { room, type LiveServer, type LiveSocket, createChatPublisher } from './live-rooms.ts';
import type { Metrics, SocketKind } from './metrics.ts';
import { isOwnOrigin } from './request-info.ts';
import { relayTyping, relayWriting } from './relay-typing.ts';
import { createPlaceTeller, type Queue } from './queue-updates.ts';
import { atEndOfSession } from './session-end.ts';
import { notifyPresence } from './visitor-presence.ts';

const front = v.object({ isInFront: v.boolean() });

const NOTHING = Object.freeze({});

/** The rate at which clients may reconnect to the remaining processes, or ask for missed events. */
const RECONNECTS_PER_SECOND = 2_000;
const RECONNECT_AT_MOST_MS = 12_000;
/** Clients that have not left after this grace period are cut off; they reconnect anyway. */
const LEFT_BEHIND_MS = 1_000;

/** Several reasons to ask within this time cause one event. */
const NOTIFY_TOGETHER_MS = 500;

/** Returns the period over which this many clients spread their reaction to a broadcast. */
function spreadOf(sockets: number): number {
  const wanted = Math.ceil((sockets / RECONNECTS_PER_SECOND) * 1000);
  return Math.min(Math.max(wanted, 1_000), RECONNECT_AT_MOST_MS);
}

export interface RealtimeOptions {
  readonly db: Database;
  readonly auth: Auth;
  readonly settings: Settings;
  /** A function, because an admin may change the setting at runtime. */
  readonly secondFactorFor: () => Settings['secondFactorFor'];
  readonly log: Log;
  readonly others?: OtherSockets | undefined;
  readonly metrics: Metrics;
  /** Called when an agent's first socket opens, and repeatedly while one is open. */
  onAgentsConnected(agentIds: readonly string[]): void;
  onQueueChanged(): void;
  readonly limits?: ConnectionLimits;
}

export interface Realtime extends ProcessAnswers {
  readonly chat: ChatPublisher;
  connectedAgents(): string[];
  notifyQueuePositions(queue: Queue): void;
  closeSession(sessionId: string): void;
  closeMember(memberId: string): void;
  /**
   * Closes the sockets of this process that would no longer be admitted, whatever changed: an ended
   * session, a changed role, a conversation that moved to another browser.
   */
  closeFormerListeners(): Promise<void>;
  /**
   * Closes all sockets of these conversations; their clients reconnect and find the conversations
   * gone.
   */
  closeConversations(conversationIds: readonly string[]): void;
  /** Sends all clients to other processes; resolves when they have left. */
  sendAway(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Attaches Socket.IO to the HTTP server. Sockets only transport hints and typing notices; all
 * writes use HTTP.
 */
export function openRealtime(http: HttpServer, options: RealtimeOptions): Realtime {
  const { log, metrics, others, limits = CONNECTION_LIMITS } = options;
  const io = attach(http, options, limits);
  const admission = new Admission(options, limits.socketsPerBrowser);
  const typists = new SharedThrottle(limits.typingPerSecond, limits.typingPerSecondOfAll);
  const closings = new Closings(2 * limits.handshakeMs);
  const processes = openProcessQuestions(io, others);
  closeStuckConnections(io.engine, limits);
  closeRepeatedHellos(io.engine);

  io.on('closing', (rooms) => closings.note(rooms));
  others?.onMissed(haveClientsAsk(io));
  /**
   * Closes all sockets in these rooms on every process, including sockets that are about to join.
   */
  function closeRooms(rooms: readonly string[]): void {
    // An empty list would address every socket.
    if (rooms.length === 0) return;
    closings.note(rooms);
    if (others) io.serverSideEmit('closing', rooms);
    io.in([...rooms]).disconnectSockets(true);
  }

  let inProgress = 0;
  io.use((socket, next) => {
    if (inProgress >= limits.handshakesUnderWay) {
      next(new Error('unavailable'));
      return;
    }
    inProgress += 1;
    askForAdmission(socket, admission, log, (refusal) => {
      inProgress -= 1;
      next(refusal);
    });
  });

  io.on('connection', (socket) => {
    // From here on the socket can be found and closed.
    if (closings.wereSince(socket.data.beganAt, socket.rooms)) {
      socket.disconnect(true);
      return;
    }
    forgetRequest(socket);
    measure(socket, metrics, log);
    announceConnection(socket, io, options, processes);
    admission.closeUnlessStillAdmitted(socket).catch((error: unknown) => {
      log.warn({ err: error }, 'Could not check the session of a new socket again');
      socket.disconnect(true);
    });
    listen(socket, io, options, typists, limits);
  });

  return {
    chat: createChatPublisher(io, log, metrics, () => options.onQueueChanged()),
    notifyQueuePositions: createPlaceTeller(io),
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
    // Without long polling, clients need no sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    ...(others ? { adapter: others.adapter } : {}),
    maxHttpBufferSize: limits.packetBytes,
    // Closes connections that do not finish the handshake.
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
  // Packets that arrived together with a repeated handshake are ignored.
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

/**
 * Releases the handshake request after authentication, because its headers take as much memory as
 * the rest of the socket.
 */
function forgetRequest({ conn, handshake }: LiveSocket): void {
  Object.assign(conn, { request: undefined });
  Object.assign(handshake, { headers: NOTHING, auth: NOTHING, query: NOTHING });
}

function announceConnection(
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
    const notify = () => {
      notifyPresence({ db, io, processes }, conversationId).catch((error: unknown) =>
        log.warn({ err: error }, 'Could not publish the presence of a visitor'),
      );
    };
    // The visitor goes offline when their last tab closes.
    notify();
    socket.on('disconnect', notify);
  }
}

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
      log.warn({ err: error }, 'Could not publish a typing indicator');
    });
  });
  if (viewer.kind !== 'member') return;
  const { id } = viewer.member;
  socket.on('writing', (event: unknown) => {
    if (!typists.take(`${id} in the team`)) return;
    relayWriting(io, db, viewer, event).catch((error: unknown) => {
      log.warn({ err: error }, 'Could not publish that an agent is writing');
    });
  });
  const mayMove = createThrottle(limits.typingPerSecond);
  socket.on('front', (event: unknown) => {
    const said = v.safeParse(front, event);
    if (!said.success || !mayMove()) return;
    void (said.output.isInFront ? socket.join(room.front(id)) : socket.leave(room.front(id)));
  });
}

/** Closes the socket when the session expires, which no other event reports. */
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
 * Tells the clients in these rooms, or all clients, to ask for missed events. Bursts are combined,
 * as when Redis returns.
 */
function haveClientsAsk(io: LiveServer): (rooms: readonly string[]) => void {
  let isPlanned = false;
  const notify = (rooms: readonly string[]) => {
    const withinMs = spreadOf(io.sockets.sockets.size);
    io.local.to([...rooms]).emit('catchUp', { withinMs });
  };
  return (rooms) => {
    if (rooms.length > 0) {
      notify(rooms);
      return;
    }
    if (isPlanned) return;
    isPlanned = true;
    void setTimeout(NOTIFY_TOGETHER_MS, undefined, { ref: false }).then(() => {
      isPlanned = false;
      notify([]);
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
