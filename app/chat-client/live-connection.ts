import type { Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from '../conversation/wire/events.ts';

/** A lost hint costs at most this long: an open conversation asks again without being told. */
const CHECK_MS = 30_000;
/** Reconnecting is spread over these times: many clients do not come back at once. */
const SOON_MS = 500;
const LATE_MS = 15_000;
/** Moving to another process is not worth a word unless it takes longer. */
const MOVE_QUIETLY_MS = 4_000;

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** What the server is told at the handshake; who it is follows from the cookies. */
export type Hello =
  | { as: 'visitor'; conversationId: string; /** Where no cookie is kept. */ secret?: string }
  | { as: 'agent' };

export interface LiveHandlers {
  /** Subscribes to the events of interest. */
  subscribe(socket: LiveSocket): void;
  /** Something may have been missed: ask what came after the last number held. */
  onWake(): void;
  onStatus(isConnected: boolean): void;
  /** The server does not accept this handshake: the session or the secret is gone. */
  onRefused(): void;
}

export interface LiveConnection {
  /** `clientId` names the message being written. */
  typing(conversationId: string, clientId: string): void;
  /** Of the team: a text is begun in the box of this thread, or no longer. */
  writing(conversationId: string, how: { isNote: boolean; isOver: boolean }): void;
  close(): void;
}

/**
 * Keeps one socket open and calls `onWake` whenever hints may have been lost: on connecting, on
 * coming back to the tab or to the network, when the server says so, and every 30 seconds.
 */
export function openLiveConnection(hello: Hello, handlers: LiveHandlers): LiveConnection {
  let socket: LiveSocket | undefined;
  let isClosed = false;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  const status = new Status(handlers);

  const open = async () => {
    const { io } = await import('socket.io-client');
    if (isClosed) return;
    socket = io({
      path: '/live',
      transports: ['websocket'],
      auth: hello,
      reconnectionDelay: 500,
      reconnectionDelayMax: LATE_MS,
      // Full jitter: a thousand clients of a restarted server do not come back at once.
      randomizationFactor: 1,
    });
    socket.on('connect', () => {
      status.tell(true);
      handlers.onWake();
    });
    socket.on('disconnect', (reason) => {
      status.tell(false);
      // The server closed this socket on purpose, for good or to restart: ask it which.
      if (reason === 'io server disconnect') reconnect(SOON_MS);
    });
    socket.on('connect_error', (error) => {
      status.tell(false);
      if (error.message === 'refused') handlers.onRefused();
      // Turned away by a server in trouble; the client itself tries no more after that.
      else if (!socket?.active) reconnect(LATE_MS);
    });
    // Until its moment comes the socket goes on hearing from the process that ends.
    socket.on('comeBack', ({ withinMs }) => {
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(move, Math.random() * withinMs);
    });
    // Told twice, it asks once: the moment it has chosen is still to come.
    socket.on('catchUp', ({ withinMs }) => {
      catchUpTimer ??= setTimeout(catchUp, Math.random() * withinMs);
    });
    handlers.subscribe(socket);
  };
  // While the script cannot be fetched, hints stay away and asking over HTTP goes on.
  const start = () => {
    void open().catch(() => {
      handlers.onStatus(false);
      if (!isClosed) reconnectTimer = setTimeout(start, LATE_MS);
    });
  };
  start();

  function reconnect(withinMs: number): void {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(() => socket?.connect(), Math.random() * withinMs);
  }

  function catchUp(): void {
    catchUpTimer = undefined;
    handlers.onWake();
  }

  function move(): void {
    status.moveQuietly(() => socket?.connected ?? false);
    socket?.disconnect().connect();
  }

  const stopListening = listenToBrowser(
    () => handlers.onWake(),
    // The browser knows at once; the socket would find out within a minute.
    (isOnline) => status.tell(isOnline && (socket?.connected ?? false)),
  );

  return {
    typing(conversationId, clientId) {
      if (socket?.connected) socket.volatile.emit('typing', { conversationId, clientId });
    },
    writing(conversationId, how) {
      if (socket?.connected) socket.volatile.emit('writing', { conversationId, ...how });
    },
    close() {
      isClosed = true;
      clearTimeout(reconnectTimer);
      clearTimeout(catchUpTimer);
      status.close();
      stopListening();
      socket?.disconnect();
    },
  };
}

/** Whether the client is connected. While it moves, not being so is as it should be. */
class Status {
  readonly #handlers: LiveHandlers;
  #moveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: LiveHandlers) {
    this.#handlers = handlers;
  }

  tell(isConnected: boolean): void {
    if (isConnected) {
      clearTimeout(this.#moveTimer);
      this.#moveTimer = undefined;
    }
    if (this.#moveTimer === undefined) this.#handlers.onStatus(isConnected);
  }

  moveQuietly(isConnected: () => boolean): void {
    this.#moveTimer = setTimeout(() => {
      this.#moveTimer = undefined;
      if (!isConnected()) this.#handlers.onStatus(false);
    }, MOVE_QUIETLY_MS);
  }

  close(): void {
    clearTimeout(this.#moveTimer);
  }
}

/** Tells when hints may have been missed while nobody looked, and when the network comes and goes. */
function listenToBrowser(onWake: () => void, onNetwork: (isOnline: boolean) => void): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') onWake();
  };
  const timer = setInterval(wake, CHECK_MS);
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener('offline', () => onNetwork(false), { signal });
  window.addEventListener('online', () => onNetwork(true), { signal });
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}
