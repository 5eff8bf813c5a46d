import type { Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from '../protocol/events.ts';

/** Limits the cost of a lost hint: an open conversation polls this often without being notified. */
const CHECK_MS = 30_000;
/** Reconnects are spread over these times, so that many clients do not return at once. */
const SOON_MS = 500;
const LATE_MS = 15_000;
/** A move to another process is reported as a disconnect only if it takes longer. */
const MOVE_QUIETLY_MS = 4_000;

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** The handshake data. The server identifies the person from the cookies. */
export type Hello =
  | {
      as: 'visitor';
      conversationId: string;
      /** Sent only by browsers that keep no cookie. */
      secret?: string;
    }
  | { as: 'agent' };

export interface LiveHandlers {
  subscribe(socket: LiveSocket): void;
  /** Hints may have been lost: request everything after the last number held. */
  onWake(): void;
  onStatus(isConnected: boolean): void;
  /** The server refused this handshake, because the session or the secret is no longer valid. */
  onRefused(): void;
}

export interface LiveConnection {
  typing(conversationId: string, clientId: string): void;
  /** Sent by agents only: a text was begun in the composer of this conversation, or was cleared. */
  writing(conversationId: string, how: { isNote: boolean; isOver: boolean }): void;
  close(): void;
}

/**
 * Keeps one socket open and calls `onWake` whenever hints may have been lost: on connecting, when the tab
 * becomes visible or the network returns, when the server asks for it, and every 30 seconds.
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
      // Full jitter keeps thousands of clients of a restarted server from reconnecting at once.
      randomizationFactor: 1,
    });
    socket.on('connect', () => {
      status.notify(true);
      handlers.onWake();
    });
    socket.on('disconnect', (reason) => {
      status.notify(false);
      // The server closed this socket on purpose, either for good or for a restart. Only a new attempt can
      // tell which.
      if (reason === 'io server disconnect') reconnect(SOON_MS);
    });
    socket.on('connect_error', (error) => {
      status.notify(false);
      if (error.message === 'refused') handlers.onRefused();
      // An overloaded server turned the client away; Socket.IO does not retry after that.
      else if (!socket?.active) reconnect(LATE_MS);
    });
    // Until the timer fires, the socket keeps receiving hints from the process that is shutting down.
    socket.on('comeBack', ({ withinMs }) => {
      clearTimeout(reconnectTimer);
      reconnectTimer = setTimeout(move, Math.random() * withinMs);
    });
    // A second event changes nothing, because the timer of the first one has not fired yet.
    socket.on('catchUp', ({ withinMs }) => {
      catchUpTimer ??= setTimeout(catchUp, Math.random() * withinMs);
    });
    handlers.subscribe(socket);
  };
  // While the script cannot be fetched, hints are missing and polling over HTTP goes on.
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
    // The browser notices a lost network immediately; the socket would take up to a minute.
    (isOnline) => status.notify(isOnline && (socket?.connected ?? false)),
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

/** Tracks the connection. A short disconnect during a move to another process is expected and not reported. */
class Status {
  readonly #handlers: LiveHandlers;
  #moveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: LiveHandlers) {
    this.#handlers = handlers;
  }

  notify(isConnected: boolean): void {
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

/** Reports when hints may have been missed in a hidden tab, and when the network goes or returns. */
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
