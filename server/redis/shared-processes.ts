import { randomUUID } from 'node:crypto';
import {
  LocalProcesses,
  type ProcessEvents,
  type Processes,
} from '../../app/platform/processes.ts';
import type { Redis } from './connection.ts';

interface Said {
  readonly from: string;
  /** Missing when the sender was disconnected: everything it sent meanwhile was lost. */
  readonly name?: keyof ProcessEvents;
  readonly event?: never;
}

/**
 * Events between processes through Redis. Everything sent while Redis was down counts as missed.
 */
export class SharedProcesses implements Processes {
  readonly #redis: Redis;
  readonly #channel: string;
  readonly #id = randomUUID();
  readonly #local = new LocalProcesses();
  readonly #missed: (() => void)[] = [];

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#channel = `${redis.prefix}processes`;
    redis.listen([this.#channel], (payload) => this.#hear(JSON.parse(payload.toString()) as Said));
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

  #hear({ from, name, event }: Said): void {
    if (from === this.#id) return;
    if (name === undefined) this.#callMissed();
    else this.#local.publish(name, event as never);
  }

  #callMissed(): void {
    for (const listener of this.#missed) listener();
  }
}
