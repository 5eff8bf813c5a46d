import { networksOf } from '../app/platform/rate-limit.ts';

/**
 * The limits of one client and of all clients together. All limits of connections are here; limits
 * of actions (messages, sign-ins …) are with their handlers.
 */
export const CONNECTION_LIMITS = {
  /** All TCP connections. Beyond the limit, the newest is closed unread. */
  connections: 20_000,
  /**
   * TCP connections of one address block: an office behind one address, with up to six per browser.
   */
  connectionsPerBlock: 1_000,
  socketsPerBlock: 256,
  /**
   * Handshakes of one network per second: each costs a dozen queries, even if the client leaves at
   * once.
   */
  handshakesPerSecond: 32,
  /** The delay of a refused handshake, which slows down clients that retry at once. */
  refusalMs: 250,
  /** Live sockets of one visitor's browser, or of one session of the team (tabs). */
  socketsPerBrowser: 20,

  /**
   * Pipelined requests of one connection. Beyond the limit, the connection is refused and closed:
   * Node keeps reading as long as little data waits to be sent.
   */
  unansweredRequests: 16,
  bodyBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  /** The time in which the headers, and then the whole request, must arrive. */
  headersMs: 15_000,
  requestMs: 30_000,
  /** The interval at which Node checks the two timeouts above. */
  checkMs: 2_500,
  /**
   * The timeout of a connection without traffic in either direction, including an answer that
   * nobody reads.
   */
  idleMs: 60_000,
  /**
   * Longer than the keep-alive of proxies, so that no connection closes while a request arrives.
   */
  keepAliveMs: 75_000,
  /** The time for producing and reading an answer; enough for a video over a slow line. */
  responseMs: 300_000,
  /** A longer answer must have sent this much in each such period, so that nobody keeps a socket with trickles. */
  responseBytes: 8 * 1024 * 1024,

  handshakeMs: 10_000,
  /** The time for a clean close before the connection is cut. */
  goodbyeMs: 1_000,
  /** Handshakes that wait for the database; further ones are told to return later. */
  handshakesUnderWay: 1_000,
  /** The size of a client's packet; clients only send typing notices. */
  packetBytes: 16 * 1024,
  /**
   * The traffic of one socket, admitted or not: messages, pings and pongs, and bytes per second,
   * with bursts of `liveBurstSeconds` times as much. Beyond the limit, the socket is closed.
   */
  livePacketsPerSecond: 20,
  liveBytesPerSecond: 8 * 1024,
  liveBurstSeconds: 8,
  /** Unsent bytes for a slow client. Beyond the limit, the socket is closed. */
  unreadBytes: 512 * 1024,
  /**
   * Typing notices per second of a visitor's browser or a team member, over all their sockets, and
   * of everybody together: each costs two queries.
   */
  typingPerSecond: 10,
  typingPerSecondOfAll: 200,
} as const;

/** Tests use smaller numbers. */
export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;

export class Budget {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number, burstSeconds: number) {
    this.#perSecond = perSecond;
    this.#most = perSecond * burstSeconds;
    this.#left = this.#most;
  }

  spend(amount: number): boolean {
    const now = performance.now();
    const earned = ((now - this.#at) / 1000) * this.#perSecond;
    this.#at = now;
    this.#left = Math.min(this.#most, this.#left + earned) - amount;
    return this.#left >= 0;
  }
}

/**
 * Counts what each client holds. A client with a count of zero is removed, so memory is bounded by
 * the open connections.
 */
export class Holdings {
  readonly #counts = new Map<string, number>();

  /** Increments the count unless it has reached `limit`; returns true on success. */
  take(key: string, limit: number): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  /**
   * Increments the counts of an address block and of the networks around it (see `bucketsOf`), all
   * or none. Returns a function that gives them back, or undefined when a limit is reached.
   */
  takeOfBlock(block: string, limit: number): (() => void) | undefined {
    const [block64, block56, block48] = networksOf(block);
    const taken: string[] = [];
    const giveBack = () => taken.forEach((key) => this.release(key));
    const wanted = [
      [block64, limit],
      [block56 && `/56 ${block56}`, 1.5 * limit],
      [block48 && `/48 ${block48}`, 2 * limit],
    ] as const;
    for (const [key, most] of wanted) {
      if (key === undefined) continue;
      if (!this.take(key, most)) {
        giveBack();
        return undefined;
      }
      taken.push(key);
    }
    return giveBack;
  }

  release(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
  }

  get size(): number {
    return this.#counts.size;
  }
}
