import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import type { Log } from '../../app/platform/log.server.ts';

/** A server that answers later than this is treated as one that is away. */
const HEARTBEAT_MS = 1000;
/** How long the start waits for Redis before it goes on without. */
const START_WAIT_MS = 2000;
/** A silent connection is given up after this long; it is asked every second. */
const SILENCE_MS = 15_000;
/** What waits for Redis to come back; more is dropped, as hints may be. */
const QUEUE_LENGTH = 1000;

type Client = ReturnType<typeof createConnection>;

/**
 * The connection of this process to Redis. Redis carries hints and counters, nothing that cannot
 * be missed: whether it dies, restarts, hangs or was never there, the process goes on.
 */
export interface Redis {
  /**
   * For commands, and for what is published, which it hears anew after a lost connection. One for both: the
   * answer to what this process publishes comes together with its echo, and wakes the process once.
   */
  readonly client: Client;
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

  const client = keepConnected(createConnection(url), (error) => {
    reason = typeof error.code === 'string' ? error.code : error.message;
    log.debug({ err: error }, 'Redis connection');
  });

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
  const stopHeartbeat = keepAsking(client, setAnswers);
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
  // Without a listener the first lost connection would end the process.
  client.on('error', onError);
  client.connect().catch(() => {
    // Only closing ends the attempts.
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

/** Tells at every beat whether Redis answers, until it is stopped. */
function keepAsking(client: Client, tell: (answers: boolean) => void): () => void {
  let pingSent: number | undefined;
  const beat = () => {
    if (!client.isReady) {
      tell(false);
    } else if (pingSent === undefined) {
      const sent = performance.now();
      pingSent = sent;
      const over = () => {
        if (pingSent === sent) pingSent = undefined;
      };
      client.ping().then(
        () => (over(), tell(true)),
        () => (over(), tell(false)),
      );
    } else if (performance.now() - pingSent >= HEARTBEAT_MS) {
      tell(false);
    }
  };
  client.on('ready', () => {
    pingSent = undefined;
    beat();
  });
  client.on('error', () => tell(false));
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

/** Up to 2 seconds apart, with jitter: all processes lose Redis at the same moment. */
function backOff(retries: number): number {
  return Math.min(2 ** retries * 50, 2000) * (0.5 + Math.random() / 2);
}
