import type { Redis } from './connection.ts';
import { Script } from './script.ts';

/** What waits for Redis to come back; more is dropped, as hints may be, and made good by asking. */
const MOST_WAITING = 1000;

/**
 * Publishes each envelope to its channels. In one step, so that what goes to several channels comes
 * in a row to who hears several of them.
 */
const PUBLISH = `
local at = 1
while at < #ARGV do
  local channels = tonumber(ARGV[at + 1])
  for channel = at + 2, at + 1 + channels do redis.call('PUBLISH', ARGV[channel], ARGV[at]) end
  at = at + 2 + channels
end`;

/** What is said about what was not said. */
export const LOST = 'lost';

/** Events for the same rooms, in their order. */
interface Envelope {
  readonly channels: readonly string[];
  /** What is equal for all events of the envelope, as JSON. */
  readonly about: string;
  readonly events: string[];
}

/**
 * What this process says to the others: all of one moment is one command. The order within a room
 * is kept. While Redis does not answer it waits here.
 */
export class Publications {
  readonly #redis: Redis;
  readonly #from: string;
  readonly #everybody: string;
  readonly #script: Script;
  #envelopes: Envelope[] = [];
  /** The last envelope of the moment to each channel. */
  readonly #lastTo = new Map<string, Envelope>();
  #waiting = 0;
  #sent = 0;
  #isScheduled = false;
  /** Whether something was not said, and the others do not know that yet. */
  #hasLost = false;

  /** On the channel `everybody` the others hear {@link LOST} when something could not be said. */
  constructor(redis: Redis, from: string, everybody: string) {
    this.#redis = redis;
    this.#from = from;
    this.#everybody = everybody;
    this.#script = new Script(redis, PUBLISH);
    redis.onReturn(() => this.#schedule());
  }

  /** Both `about` and `event` are JSON; the others hear them as `[about, [event, …]]`. */
  add(channels: readonly string[], about: string, event: string): void {
    if (this.#waiting >= MOST_WAITING && !this.#redis.isReady) {
      this.#hasLost = true;
      return;
    }
    this.#waiting += 1;
    this.#envelopeFor(channels, about).events.push(event);
    this.#schedule();
  }

  /** The newest for these channels, unless one of them was told something else since. */
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
      // Told with what is said next, or when Redis is back.
      this.#hasLost = true;
    });
  }
}
