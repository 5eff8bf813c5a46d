import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { AskerGoneError, QueueFullError } from './fair-queue.ts';
import { whenAnswered } from './when-answered.ts';

/**
 * Reads request bodies into memory and bounds what all of them hold together until they are answered.
 * At the limit the body that began to arrive first is cut off: an honest client has sent its body within
 * milliseconds, so nobody can fill the memory with bodies that never end.
 */
export class RequestBodies {
  readonly #most: number;
  /** Requests whose bodies are arriving, the oldest first, each with what gives back its share. */
  readonly #arriving = new Map<IncomingMessage, () => void>();
  #held = 0;

  constructor(most: number = CONNECTION_LIMITS.bodyBytes) {
    this.#most = most;
  }

  /** Bytes held at the moment. */
  get held(): number {
    return this.#held;
  }

  /** Rejects with a {@link QueueFullError} at the limit, with an {@link AskerGoneError} when the client leaves. */
  async read(
    body: AsyncIterable<Uint8Array>,
    response: ServerResponse,
  ): Promise<Buffer<ArrayBuffer>> {
    const request = response.req;
    const chunks: Uint8Array[] = [];
    let size = 0;
    let isOver = false;
    let isFull = false;
    const release = () => {
      isOver = true;
      this.#held -= size;
      size = 0;
    };
    whenAnswered(response, release);
    this.#arriving.set(request, release);
    try {
      for await (const chunk of body) {
        // Read on: a stream that is left early ends its connection, and nobody would learn why.
        isFull ||= isOver || !this.#makeRoom(chunk.byteLength, request);
        if (isFull) continue;
        size += chunk.byteLength;
        this.#held += chunk.byteLength;
        chunks.push(chunk);
      }
    } catch (error) {
      throw isOver || request.errored ? new AskerGoneError() : error;
    } finally {
      this.#arriving.delete(request);
    }
    if (isOver) throw new AskerGoneError();
    if (isFull) throw new QueueFullError();
    return Buffer.concat(chunks);
  }

  /** Says whether there is room for so many bytes of this request, and makes it where it can. */
  #makeRoom(bytes: number, request: IncomingMessage): boolean {
    for (const [oldest, release] of this.#arriving) {
      if (this.#held + bytes <= this.#most || oldest === request) break;
      this.#arriving.delete(oldest);
      release();
      oldest.destroy();
    }
    return this.#held + bytes <= this.#most;
  }
}
