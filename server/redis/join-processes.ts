import type { Clock } from '../../app/platform/clock.ts';
import type { Log } from '../../app/platform/log.server.ts';
import { openRedis, type Redis } from './connection.ts';
import { SharedRateLimits } from './shared-limits.ts';
import type { Namespace } from 'socket.io';
import type { OtherSockets } from '../ask-processes.ts';
import { RoomAdapter } from './room-adapter.ts';
import { randomUUID } from 'node:crypto';
import {
  LocalProcesses,
  type ProcessEvents,
  type Processes,
} from '../../app/platform/processes.ts';

interface Said {
  readonly from: string;
  /** Missing when the sender was disconnected: everything it sent meanwhile was lost. */
  readonly name?: keyof ProcessEvents;
  readonly event?: never;
}

/**
 * Events between processes through Redis. Everything sent while Redis was down counts as missed.
 */
class SharedProcesses implements Processes {
  readonly #redis: Redis;
  readonly #channel: string;
  readonly #id = randomUUID();
  readonly #local = new LocalProcesses();
  readonly #missed: (() => void)[] = [];

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#channel = `${redis.prefix}processes`;
    redis.listen([this.#channel], (payload) =>
      this.#receive(JSON.parse(payload.toString()) as Said),
    );
    redis.onReturn(() => {
      this.#callMissed();
      this.#say({ from: this.#id });
    });
    redis.onSubscribedAnew(() => this.#callMissed());
  }

  publish<Name extends keyof ProcessEvents>(name: Name, event: ProcessEvents[Name]): void {
    this.#local.publish(name, event);
    this.#say({ from: this.#id, name, event: event as never });
  }

  subscribe<Name extends keyof ProcessEvents>(
    name: Name,
    listener: (event: ProcessEvents[Name]) => void,
  ): void {
    this.#local.subscribe(name, listener);
  }

  onMissed(listener: () => void): void {
    this.#missed.push(listener);
  }

  #say(said: Said): void {
    this.#redis.client.publish(this.#channel, JSON.stringify(said)).catch(() => {
      // The sender announces the loss when Redis returns.
    });
  }

  #receive({ from, name, event }: Said): void {
    if (from === this.#id) return;
    if (name === undefined) this.#callMissed();
    else this.#local.publish(name, event as never);
  }

  #callMissed(): void {
    for (const listener of this.#missed) listener();
  }
}

const SHARED_PAGE_MAX_AGE_MS = 60_000;

export async function joinProcesses(url: string, prefix: string, clock: Clock, log: Log) {
  const redis = await openRedis(url, prefix, log);
  return {
    processes: new SharedProcesses(redis),
    limits: new SharedRateLimits(redis, clock),
    sockets: joinSockets(redis, log),
    pageMaxAgeMs: SHARED_PAGE_MAX_AGE_MS,
    isCutOff: () => !redis.isReady,
    close: () => redis.close(),
  };
}

export function joinSockets(redis: Redis, log: Log): OtherSockets {
  const missed: ((rooms: readonly string[]) => void)[] = [];
  const notifyMissed = (rooms: readonly string[]) => {
    for (const listener of missed) listener(rooms);
  };
  let opened: RoomAdapter | undefined;

  /** Socket.IO calls this function with `new`. */
  function adapter(namespace: Namespace): RoomAdapter {
    opened = new RoomAdapter(namespace, redis, log, notifyMissed);
    return opened;
  }

  return {
    adapter,
    async isAnybodyIn(rooms) {
      return redis.isReady && opened !== undefined && opened.isAnybodyIn(rooms);
    },
    onMissed(listener) {
      missed.push(listener);
    },
  };
}
