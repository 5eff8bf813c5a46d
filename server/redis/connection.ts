import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import type { Log } from '../../app/platform/log.server.ts';

/** A server that answers later than this is treated as one that is away. */
const HEARTBEAT_MS = 1000;
/** How long the start waits for Redis before it goes on without. */
const START_WAIT_MS = 2000;
/** A silent connection is given up after this long; the subscriber is asked every 5 seconds. */
const SILENCE_MS = 15_000;
/** What waits for Redis to come back; more is dropped, as hints may be. */
const QUEUE_LENGTH = 1000;

type Client = ReturnType<typeof createConnection>;

/**
 * The connections of this process to Redis. Redis carries hints and counters, nothing that cannot
 * be missed: whether it dies, restarts, hangs or was never there, the process goes on.
 */
export interface Redis {
  /** For commands that are answered at once. */
  readonly commands: Client;
  /** Hears what is published, and makes its subscriptions anew after a lost connection. */
  readonly subscriber: Client;
  /** Hears these channels from now on, whatever happens to the connection meanwhile. */
  listen(channels: readonly string[], listener: (payload: Buffer) => void): void;
  /** Prefixed to keys and channels, which all databases of one server share. */
  readonly prefix: string;
  /** Whether Redis answers now. */
  readonly isReady: boolean;
  /** Called when Redis answers again: what this process said meanwhile may be lost. */
  onReturn(listener: () => void): void;
  /** Called when all subscriptions were made anew: what others said meanwhile is missed. */
  onSubscribedAnew(listener: () => void): void;
  close(): void;
}

/** Connects, and keeps trying for ever. Resolves also when Redis does not answer. */
export async function openRedis(url: string, prefix: string, log: Log): Promise<Redis> {
  const returned: (() => void)[] = [];
  let answers = false;
  let reason = 'no answer';

  const connect = (name: string, pingInterval?: number): Client =>
    keepConnected(createConnection(url, pingInterval), (error) => {
      reason = typeof error.code === 'string' ? error.code : error.message;
      log.debug({ err: error, name }, 'Redis connection');
    });
  const commands = connect('commands');
  const subscriber = connect('subscriber', 5000);

  const setAnswers = (now: boolean) => {
    if (now === answers) return;
    answers = now;
    if (!now) {
      log.warn(
        'Redis does not answer. Until it does, live hints reach only the clients of their own ' +
          'process (the others see them within 30 seconds) and limits count in each process',
      );
      return;
    }
    log.info('Redis answers');
    for (const listener of returned) listener();
  };
  const stopHeartbeat = keepAsking(commands, setAnswers);
  const answered = new Promise<boolean>((resolve) => {
    returned.push(() => resolve(true));
  });
  if (!(await Promise.race([answered, wait(START_WAIT_MS, false)]))) {
    log.warn(
      `Redis at ${new URL(url).host} cannot be reached (${reason}). The server starts without it and ` +
        'keeps trying; until then live hints reach only the clients of their own process and limits ' +
        'count in each process',
    );
  }

  return {
    commands,
    subscriber,
    prefix,
    listen: (channels, listener) => keepSubscribed(subscriber, channels, listener),
    get isReady() {
      return answers && commands.isReady;
    },
    onReturn(listener) {
      returned.push(listener);
    },
    onSubscribedAnew(listener) {
      subscriber.on('ready', listener);
    },
    close() {
      stopHeartbeat();
      for (const client of [commands, subscriber]) client.destroy();
    },
  };
}

function keepConnected(
  client: Client,
  onError: (error: Error & { readonly code?: unknown }) => void,
): Client {
  // Without a listener the first lost connection would end the process.
  client.on('error', onError);
  client.connect().catch(() => {
    // Only closing ends the attempts.
  });
  return client;
}

function keepSubscribed(
  subscriber: Client,
  channels: readonly string[],
  listener: (payload: Buffer) => void,
): void {
  const subscribe = () => {
    subscriber.subscribe([...channels], listener, true).catch(() => {
      if (subscriber.isOpen) setTimeout(subscribe, HEARTBEAT_MS).unref();
    });
  };
  subscribe();
}

/** Tells at every beat whether Redis answers, until it is stopped. */
function keepAsking(commands: Client, tell: (answers: boolean) => void): () => void {
  let pingSent: number | undefined;
  const beat = () => {
    if (!commands.isReady) {
      tell(false);
    } else if (pingSent === undefined) {
      const sent = performance.now();
      pingSent = sent;
      const over = () => {
        if (pingSent === sent) pingSent = undefined;
      };
      commands.ping().then(
        () => (over(), tell(true)),
        () => (over(), tell(false)),
      );
    } else if (performance.now() - pingSent >= HEARTBEAT_MS) {
      tell(false);
    }
  };
  commands.on('ready', () => {
    pingSent = undefined;
    beat();
  });
  commands.on('error', () => tell(false));
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  return () => clearInterval(heartbeat);
}

function createConnection(url: string, pingInterval?: number) {
  return createClient({
    url,
    ...(pingInterval ? { pingInterval } : {}),
    commandsQueueMaxLength: QUEUE_LENGTH,
    socket: { connectTimeout: 2000, socketTimeout: SILENCE_MS, reconnectStrategy: backOff },
  });
}

/** Up to 2 seconds apart, with jitter: all processes lose Redis at the same moment. */
function backOff(retries: number): number {
  return Math.min(2 ** retries * 50, 2000) * (0.5 + Math.random() / 2);
}
