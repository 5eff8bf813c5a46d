import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import type { Log } from '../../app/platform/log.server.ts';

const HEARTBEAT_MS = 1000;
const START_WAIT_MS = 2000;
/** The timeout of a silent connection, which is pinged every second. */
const SILENCE_MS = 15_000;
/**
 * The most commands that wait for Redis to return; further ones are dropped, because hints may be
 * lost.
 */
const QUEUE_LENGTH = 1000;

type Client = ReturnType<typeof createConnection>;

/**
 * The process's connection to Redis, which carries only hints and counters. Whether Redis dies,
 * restarts, hangs or never existed, the process continues.
 */
export interface Redis {
  /**
   * One connection for commands and subscriptions: the reply to a publication arrives together with
   * its echo and wakes the process once. Subscriptions are restored after a lost connection.
   */
  readonly client: Client;
  /** Subscribes to channels; survives reconnections. */
  listen(channels: readonly string[], listener: (payload: Buffer) => void): void;
  /**
   * The prefix of keys and channels, because all databases of a Redis server share the channels.
   */
  readonly prefix: string;
  readonly isReady: boolean;
  /** Calls back when Redis returns: messages that this process sent meanwhile may be lost. */
  onReturn(listener: () => void): void;
  /** Calls back when all subscriptions are restored: messages of others may have been missed. */
  onSubscribedAnew(listener: () => void): void;
  close(): void;
}

/** Connects and retries forever. Resolves even when Redis does not answer. */
export async function openRedis(url: string, prefix: string, log: Log): Promise<Redis> {
  const returned: (() => void)[] = [];
  let answers = false;
  let reason = 'no answer';

  const client = keepConnected(createConnection(url), (error) => {
    reason = typeof error.code === 'string' ? error.code : error.message;
    log.debug({ err: error }, 'Redis connection');
  });

  const setAnswers = (now: boolean) => {
    if (now === answers) return;
    answers = now;
    if (!now) {
      log.warn(
        'Redis does not answer. Until it does, live events only reach clients of the same process ' +
          '(other clients see them within 30 seconds), and rate limits count per process',
      );
      return;
    }
    log.info('Redis answers');
    for (const listener of returned) listener();
  };
  const stopHeartbeat = keepAsking(client, setAnswers);
  const answered = new Promise<boolean>((resolve) => {
    returned.push(() => resolve(true));
  });
  if (!(await Promise.race([answered, wait(START_WAIT_MS, false)]))) {
    log.warn(
      `Redis at ${new URL(url).host} cannot be reached (${reason}). The server starts without it and ` +
        'keeps trying. Until then, live events only reach clients of the same process, and rate ' +
        'limits count per process',
    );
  }

  return {
    client,
    prefix,
    listen: (channels, listener) => keepSubscribed(client, channels, listener),
    get isReady() {
      return answers && client.isReady;
    },
    onReturn(listener) {
      returned.push(listener);
    },
    onSubscribedAnew(listener) {
      client.on('ready', listener);
    },
    close() {
      stopHeartbeat();
      client.destroy();
    },
  };
}

function keepConnected(
  client: Client,
  onError: (error: Error & { readonly code?: unknown }) => void,
): Client {
  // Without a listener, the first lost connection would end the process.
  client.on('error', onError);
  client.connect().catch(() => {
    // The client retries until it is closed.
  });
  return client;
}

function keepSubscribed(
  client: Client,
  channels: readonly string[],
  listener: (payload: Buffer) => void,
): void {
  const subscribe = () => {
    client.subscribe([...channels], listener, true).catch(() => {
      if (client.isOpen) setTimeout(subscribe, HEARTBEAT_MS).unref();
    });
  };
  subscribe();
}

function keepAsking(client: Client, notify: (answers: boolean) => void): () => void {
  let pingSent: number | undefined;
  const beat = () => {
    if (!client.isReady) {
      notify(false);
    } else if (pingSent === undefined) {
      const sent = performance.now();
      pingSent = sent;
      const over = () => {
        if (pingSent === sent) pingSent = undefined;
      };
      client.ping().then(
        () => (over(), notify(true)),
        () => (over(), notify(false)),
      );
    } else if (performance.now() - pingSent >= HEARTBEAT_MS) {
      notify(false);
    }
  };
  client.on('ready', () => {
    pingSent = undefined;
    beat();
  });
  client.on('error', () => notify(false));
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  return () => clearInterval(heartbeat);
}

function createConnection(url: string) {
  return createClient({
    url,
    commandsQueueMaxLength: QUEUE_LENGTH,
    socket: { connectTimeout: 2000, socketTimeout: SILENCE_MS, reconnectStrategy: backOff },
  });
}

/**
 * Exponential backoff up to 2 seconds with jitter, because all processes lose Redis at the same
 * moment.
 */
function backOff(retries: number): number {
  return Math.min(2 ** retries * 50, 2000) * (0.5 + Math.random() / 2);
}
