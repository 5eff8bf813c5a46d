import { hash } from 'node:crypto';
import type { Redis } from './connection.ts';

/** A Lua script: Redis gets its text once after each start of Redis, and its hash afterwards. */
export class Script {
  readonly #redis: Redis;
  readonly #text: string;
  readonly #name: string;

  constructor(redis: Redis, text: string) {
    this.#redis = redis;
    this.#text = text;
    // Redis identifies scripts by SHA-1.
    this.#name = hash('sha1', text);
  }

  /** Rejects when Redis is not available. */
  async run(keys: readonly string[], values: readonly string[]): Promise<unknown> {
    const { client } = this.#redis;
    const rest = [String(keys.length), ...keys, ...values];
    try {
      return await client.sendCommand(['EVALSHA', this.#name, ...rest]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.sendCommand(['EVAL', this.#text, ...rest]);
    }
  }
}
