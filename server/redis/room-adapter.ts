import { setTimeout, setImmediate } from 'node:timers/promises';
import type { Namespace } from 'socket.io';
import {
  ClusterAdapter,
  type BroadcastFlags,
  type BroadcastOptions,
  type ClusterMessage,
  type ClusterResponse,
} from 'socket.io-adapter';
import type { Log } from '../../app/platform/log.server.ts';
import type { Redis } from './connection.ts';
import { LOST, Publications } from './publications.ts';

const PAUSE_AFTER_FAILURE_MS = 200;

/**
 * Keeps this process subscribed to the rooms with local sockets. Changes in the same turn of the
 * event loop, or while Redis is busy, become one command.
 */
class RoomSubscriptions {
  readonly #redis: Redis;
  readonly #isWanted: (room: string) => boolean;
  readonly #listener: (payload: Buffer) => void;
  readonly #heard = new Set<string>();
  #changed = new Set<string>();
  #coming: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    redis: Redis,
    isWanted: (room: string) => boolean,
    listener: (payload: Buffer) => void,
  ) {
    this.#redis = redis;
    this.#isWanted = isWanted;
    this.#listener = listener;
  }

  hears(room: string): boolean {
    return this.#heard.has(room);
  }

  /** Updates the subscriptions of these rooms; resolves when Redis has acknowledged them. */
  look(rooms: Iterable<string>): Promise<void> {
    for (const room of rooms) this.#changed.add(room);
    this.#coming ??= this.#comeRound();
    return this.#coming;
  }

  /** Resolves when Redis has acknowledged all earlier changes. */
  settled(): Promise<void> {
    return this.#coming ?? this.#last;
  }

  async #comeRound(): Promise<void> {
    await Promise.all([this.#last, setImmediate()]);
    const changed = this.#changed;
    this.#changed = new Set();
    this.#coming = undefined;
    this.#last = this.#settle([...changed]);
    await this.#last;
  }

  async #settle(rooms: readonly string[]): Promise<void> {
    const { client, prefix } = this.#redis;
    const channels = (of: readonly string[]) => of.map((room) => roomChannel(prefix, room));
    for (;;) {
      const come = rooms.filter((room) => this.#isWanted(room) && !this.#heard.has(room));
      const gone = rooms.filter((room) => !this.#isWanted(room) && this.#heard.has(room));
      // A socket that joins from now on must wait for a new subscription.
      for (const room of gone) this.#heard.delete(room);
      try {
        if (come.length > 0) await client.subscribe(channels(come), this.#listener, true);
        for (const room of come) this.#heard.add(room);
        if (gone.length > 0) await client.unsubscribe(channels(gone), this.#listener, true);
        return;
      } catch {
        if (!client.isOpen) return;
        // The connection was lost; the next one restores all earlier subscriptions.
        for (const room of gone) this.#heard.add(room);
        await setTimeout(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false });
      }
    }
  }
}

const RECEIVE_WITHIN_MS = 300;
const NEWLINE = 10;
const EVENT = 2;

type Packet = { readonly data: readonly unknown[] };
type About = readonly [rooms: string[], except: string[], flags: BroadcastFlags];
type Said = readonly [about: About | typeof LOST | null, events: readonly unknown[]];

/**
 * A Socket.IO adapter with a Redis channel per room: a process subscribes only to rooms with local
 * sockets. The private room of each socket stays local. Local sockets get events at once, other
 * processes through Redis.
 */
export class RoomAdapter extends ClusterAdapter {
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #onMissed: (rooms: readonly string[]) => void;
  readonly #publications: Publications;
  readonly #subscriptions: RoomSubscriptions;
  readonly #own: Buffer;
  /**
   * The last envelope's id: an envelope for several rooms arrives once for each subscribed room.
   */
  #heardLast = '';

  /** `onMissed` gets the rooms in which events may have been missed; an empty list means all. */
  constructor(
    namespace: Namespace,
    redis: Redis,
    log: Log,
    onMissed: (rooms: readonly string[]) => void,
  ) {
    super(namespace);
    this.#redis = redis;
    this.#log = log;
    this.#onMissed = onMissed;
    this.#own = Buffer.from(`${this.uid} `);
    this.#publications = new Publications(redis, this.uid, this.#everybody);
    const receive = (payload: Buffer) => this.#receive(payload);
    this.#subscriptions = new RoomSubscriptions(redis, (room) => this.rooms.has(room), receive);
    redis.onSubscribedAnew(() => onMissed([]));
    redis.listen([this.#everybody, this.#processChannel(this.uid)], receive);
    this.on('delete-room', (room: string) => {
      if (!this.sids.has(room)) void this.#subscriptions.look([room]);
    });
  }

  async isAnybodyIn(rooms: readonly string[]): Promise<boolean> {
    // A pending unsubscription must not count a socket that has just left here.
    await this.#subscriptions.settled();
    const channels = rooms.map((room) => roomChannel(this.#redis.prefix, room));
    const hearing = await this.#redis.client.pubSubNumSub(channels);
    return Object.values(hearing).some((count) => count > 0);
  }

  override addAll(id: string, rooms: Set<string>): Promise<void> | void {
    void super.addAll(id, rooms);
    const unheard = [...rooms].filter((room) => room !== id && !this.#subscriptions.hears(room));
    return unheard.length > 0 ? this.#enter(unheard) : undefined;
  }

  /** Waits for the subscription, because events before it would be missed. */
  async #enter(rooms: readonly string[]): Promise<void> {
    const heard = this.#subscriptions.look(rooms);
    const late = setTimeout(RECEIVE_WITHIN_MS, true, { ref: false });
    const isLate = !this.#redis.isReady || (await Promise.race([heard.then(() => false), late]));
    if (isLate) void heard.then(() => this.#onMissed(rooms));
  }

  override async broadcast(packet: Packet, options: BroadcastOptions): Promise<void> {
    const { rooms, except = new Set(), flags = {} } = options;
    if (!flags.local) {
      const about: About = [[...rooms], [...except], flags];
      this.#publish(rooms, JSON.stringify(about), JSON.stringify(packet.data));
    }
    this.#emit(packet, rooms, except, flags);
  }

  /** Sends to local sockets. An event without a recipient is not encoded. */
  #emit(packet: Packet, rooms: Set<string>, except: Set<string>, flags: BroadcastFlags): void {
    if (rooms.size > 0 && ![...rooms].some((room) => this.rooms.has(room))) return;
    void super.broadcast(packet, { rooms, except, flags: { ...flags, local: true } });
  }

  #publish(rooms: Iterable<string>, about: string, event: string): void {
    const channels = [...rooms].map((room) => roomChannel(this.#redis.prefix, room));
    this.#publications.add(channels.length > 0 ? channels : [this.#everybody], about, event);
  }

  override async doPublish(message: ClusterMessage): Promise<string> {
    const rooms = 'data' in message && 'opts' in message.data ? message.data.opts.rooms : [];
    this.#publish(rooms, 'null', JSON.stringify(message));
    return '';
  }

  override async doPublishResponse(to: string, response: ClusterResponse): Promise<void> {
    this.#publications.add([this.#processChannel(to)], 'null', JSON.stringify(response));
  }

  /** Returns the number of processes; 1 while Redis is down. */
  override async serverCount(): Promise<number> {
    if (!this.#redis.isReady) return 1;
    const hearing = await this.#redis.client
      .pubSubNumSub([this.#everybody])
      .catch((): Record<string, number> => ({}));
    return hearing[this.#everybody] ?? 1;
  }

  #receive(payload: Buffer): void {
    // Ignores this process's own messages.
    if (payload.subarray(0, this.#own.length).equals(this.#own)) return;
    const end = payload.indexOf(NEWLINE);
    const name = payload.toString('latin1', 0, end);
    if (name === this.#heardLast) return;
    this.#heardLast = name;
    try {
      this.#take(JSON.parse(payload.toString('utf8', end + 1)) as Said);
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not read a message from another process');
    }
  }

  #take([about, events]: Said): void {
    if (about === LOST) {
      this.#onMissed([]);
      return;
    }
    if (!about) {
      for (const message of events) this.onMessage(message as ClusterMessage);
      return;
    }
    const [rooms, except, flags] = about;
    for (const data of events) {
      const packet = { type: EVENT, data: data as unknown[] };
      this.#emit(packet, new Set(rooms), new Set(except), flags);
    }
  }

  get #everybody(): string {
    return `${this.#redis.prefix}sockets`;
  }

  #processChannel(id: string): string {
    return `${this.#redis.prefix}sockets:${id}`;
  }
}

function roomChannel(prefix: string, room: string): string {
  return `${prefix}room:${room}`;
}
