import { setTimeout as wait } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from './connection.ts';

/** Hints that a process may fall behind by before it misses some. */
const STREAM_LENGTH = 10_000;
const PAUSE_AFTER_FAILURE_MS = 500;

type Stream = Parameters<Redis['commands']['xAdd']>;
type Read = { readonly key: string; readonly id: string };

/**
 * Rooms across processes. The library is handed a client that never fails and never lets it wait:
 * as it comes, it emits to its own sockets only after Redis has answered, ends the process with
 * an unhandled rejection where a publication fails, reads again without a pause after an error,
 * and may skip what is said between its first two reads.
 */
export function createSocketAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  const { commands, reader } = redis;
  let begin: string | undefined;
  const ignore = () => {};
  /** A connection that is there but silent would pile up what is sent to it. */
  const isHanging = () => commands.isReady && !redis.isReady;

  const client = {
    // By this name the library tells node-redis from others.
    sSubscribe: ignore,
    duplicate: () => client,
    on: ignore,
    connect: () => Promise.resolve(),
    disconnect: ignore,
    xAdd(...command: Stream): Promise<string> {
      if (!isHanging()) commands.xAdd(...command).catch(ignore);
      return Promise.resolve('');
    },
    publish(channel: string, payload: Buffer): Promise<number> {
      if (!isHanging()) commands.publish(channel, payload).catch(ignore);
      return Promise.resolve(0);
    },
    /** Asked how many processes there are; when Redis is away, this one is alone. */
    async sendCommand(command: string[]): Promise<unknown> {
      const alone = [command.at(-1), '1'];
      return redis.isReady ? commands.sendCommand(command).catch(() => alone) : alone;
    },
    async xRead([stream]: Read[], options: { COUNT: number; BLOCK: number }): Promise<unknown> {
      if (!stream) return null;
      try {
        // '$' means the end at each call anew: what is added between two calls would be skipped.
        begin ??= await lastId(stream.key);
        const id = stream.id === '$' ? begin : stream.id;
        return await reader.xRead({ key: stream.key, id }, options);
      } catch (error) {
        await wait(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false });
        throw error;
      }
    },
    subscribe: (channels: string[], listener: (payload: Buffer) => void) =>
      redis.listen(channels, listener),
  };

  async function lastId(key: string): Promise<string> {
    const newest = await reader.xRevRange(key, '+', '-', { COUNT: 1 });
    return newest?.[0]?.id ?? '0-0';
  }

  return createAdapter(client, {
    streamName: `${redis.prefix}hints`,
    channelPrefix: `${redis.prefix}sockets`,
    maxLen: STREAM_LENGTH,
  });
}
