import { hash } from 'node:crypto';
import type { Redis } from './connection.ts';

/** A script that Redis keeps: it travels once for each start of Redis, and after that by its name. */
export class Script {
  readonly #redis: Redis;
  readonly #text: string;
  readonly #name: string;

  constructor(redis: Redis, text: string) {
    this.#redis = redis;
    this.#text = text;
    // Redis names a script so itself.
    this.#name = hash('sha1', text);
  }

  /** Rejects when Redis could not be asked. */
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
