import { networksOf } from '../app/platform/rate-limit.ts';

/**
 * What one client, and all of them together, may hold of this process. Everything that limits a
 * connection is here; what limits actions (messages, sign-ins …) stands at the door of each.
 */
export const CONNECTION_LIMITS = {
  /** TCP connections of everybody. Above it the newest is closed before anything is read. */
  connections: 20_000,
  /** TCP connections of one address block: an office behind one address, browsers with six each. */
  connectionsPerBlock: 1_000,
  /** Live sockets of one address block, handshakes that are never finished included. */
  socketsPerBlock: 256,
  /** Handshakes of one network within a second: each costs a dozen queries, also of who leaves at once. */
  handshakesPerSecond: 32,
  /** How long a refused handshake waits: who asks again at once asks a few times a second. */
  refusalMs: 250,
  /** Live sockets of one visitor's browser, and of one session of the team: tabs. */
  socketsPerBrowser: 20,

  /**
   * Requests of one connection that wait for their answers. The next one is refused and the connection
   * closed: Node itself reads on for as long as little waits to be sent.
   */
  unansweredRequests: 16,
  /** Bytes of request bodies that the process holds in memory, of all clients together. */
  bodyBytes: 64 * 1024 * 1024,
  /** A request's address and headers together. */
  headerBytes: 16 * 1024,
  /** How long a request's headers, then the whole request, may take to arrive. */
  headersMs: 15_000,
  requestMs: 30_000,
  /** How often the two above are looked at. */
  checkMs: 2_500,
  /** A connection on which nothing moves in either direction, an answer nobody reads included. */
  idleMs: 60_000,
  /** Longer than proxies keep their connections, so that none is closed under a request. */
  keepAliveMs: 75_000,
  /** How long an answer may take to be made and read: a clip over a slow line is done by then. */
  responseMs: 300_000,

  /** From a socket's first byte until it has said who it is and was let in. */
  handshakeMs: 10_000,
  /** How long a closed socket may take to say goodbye before its connection is cut. */
  goodbyeMs: 1_000,
  /** Handshakes that wait for the database; the next one is told to come back. */
  handshakesUnderWay: 1_000,
  /** Of what clients say over a socket, which is that somebody types. */
  packetBytes: 16 * 1024,
  /**
   * What one socket may send, admitted or not: messages, pings and pongs, and bytes. So much each second,
   * and up to `liveBurstSeconds` times as much at once. Beyond it the socket is closed.
   */
  livePacketsPerSecond: 20,
  liveBytesPerSecond: 8 * 1024,
  liveBurstSeconds: 8,
  /** Bytes that wait for a client that does not read. Beyond it the socket is closed. */
  unreadBytes: 512 * 1024,
  /**
   * How often a visitor's browser, or a person of the team, may say within a second that they type,
   * over however many sockets, and how often all of them together: each time costs two queries.
   */
  typingPerSecond: 10,
  typingPerSecondOfAll: 200,
} as const;

/** The same with smaller numbers: for tests. */
export type ConnectionLimits = Readonly<Record<keyof typeof CONNECTION_LIMITS, number>>;

/** What may be spent at once, and how much of it comes back each second. */
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

  /** Spends so much; says whether it was there. */
  spend(amount: number): boolean {
    const now = performance.now();
    const earned = ((now - this.#at) / 1000) * this.#perSecond;
    this.#at = now;
    this.#left = Math.min(this.#most, this.#left + earned) - amount;
    return this.#left >= 0;
  }
}

/**
 * Counts what each client holds. A client that holds nothing is forgotten, so the memory this
 * takes is bounded by what is open.
 */
export class Holdings {
  readonly #counts = new Map<string, number>();

  /** Takes one more, unless there are as many as `limit` already; says whether it did. */
  take(key: string, limit: number): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  /**
   * Takes one more of an address block and of the networks around it (see `bucketsOf`), of all or
   * of none; returns what gives it back, or nothing when there was none to take.
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

  /** How many clients hold something. */
  get size(): number {
    return this.#counts.size;
  }
}
