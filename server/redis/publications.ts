import type { Redis } from './connection.ts';
import { Script } from './script.ts';

/**
 * The most events that wait for Redis to return; further ones are dropped, and clients ask for
 * missed events instead.
 */
const MOST_WAITING = 1000;

/**
 * Publishes each envelope to its channels. One atomic step makes the copies for several channels
 * arrive consecutively, so that a process in several of them can drop duplicates.
 */
const PUBLISH = `
local at = 1
while at < #ARGV do
  local channels = tonumber(ARGV[at + 1])
  for channel = at + 2, at + 1 + channels do redis.call('PUBLISH', ARGV[channel], ARGV[at]) end
  at = at + 2 + channels
end`;

/** Announces that events were dropped. */
export const LOST = 'lost';

interface Envelope {
  readonly channels: readonly string[];
  /** The data shared by all events of the envelope, as JSON. */
  readonly about: string;
  readonly events: string[];
}

/**
 * Batches the publications of one turn of the event loop into one command. The order within a room
 * is kept. Events wait here while Redis does not answer.
 */
export class Publications {
  readonly #redis: Redis;
  readonly #from: string;
  readonly #everybody: string;
  readonly #script: Script;
  #envelopes: Envelope[] = [];
  readonly #lastTo = new Map<string, Envelope>();
  #waiting = 0;
  #sent = 0;
  #isScheduled = false;
  /** True when events were dropped and the others have not been told yet. */
  #hasLost = false;

  /** Announces {@link LOST} on the channel `everybody` after events were dropped. */
  constructor(redis: Redis, from: string, everybody: string) {
    this.#redis = redis;
    this.#from = from;
    this.#everybody = everybody;
    this.#script = new Script(redis, PUBLISH);
    redis.onReturn(() => this.#schedule());
  }

  /** Both `about` and `event` are JSON; receivers get `[about, [event, …]]`. */
  add(channels: readonly string[], about: string, event: string): void {
    if (this.#waiting >= MOST_WAITING && !this.#redis.isReady) {
      this.#hasLost = true;
      return;
    }
    this.#waiting += 1;
    this.#envelopeFor(channels, about).events.push(event);
    this.#schedule();
  }

  /** Returns the last envelope for these channels, unless one of them has got a later one. */
  #envelopeFor(channels: readonly string[], about: string): Envelope {
    const last = this.#lastTo.get(channels[0] ?? '');
    const isTheirs =
      last?.about === about &&
      last.channels.length === channels.length &&
      channels.every((channel) => this.#lastTo.get(channel) === last);
    if (last && isTheirs) return last;
    const envelope = { channels, about, events: [] };
    this.#envelopes.push(envelope);
    for (const channel of channels) this.#lastTo.set(channel, envelope);
    return envelope;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (!this.#redis.isReady) return;
    if (this.#hasLost) {
      const about = JSON.stringify(LOST);
      this.#envelopes.push({ channels: [this.#everybody], about, events: [] });
    }
    if (this.#envelopes.length === 0) return;
    const values = this.#envelopes.flatMap(({ channels, about, events }) => [
      `${this.#from} ${++this.#sent}\n[${about},[${events.join(',')}]]`,
      String(channels.length),
      ...channels,
    ]);
    this.#envelopes = [];
    this.#lastTo.clear();
    this.#waiting = 0;
    this.#hasLost = false;
    this.#script.run([], values).catch(() => {
      // The loss is announced with the next publication, or when Redis returns.
      this.#hasLost = true;
    });
  }
}
