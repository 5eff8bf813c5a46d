import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { AskerGoneError, QueueFullError } from './fair-queue.ts';
import { whenAnswered } from './when-answered.ts';

/**
 * Reads request bodies into memory and limits their total size until their responses end. At the
 * limit, the body that began to arrive first is cut off: honest clients send a body within
 * milliseconds, so endless bodies cannot fill the memory.
 */
export class RequestBodies {
  readonly #most: number;
  /** Requests with arriving bodies, the oldest first, with the function that frees their share. */
  readonly #arriving = new Map<IncomingMessage, () => void>();
  #held = 0;

  constructor(most: number = CONNECTION_LIMITS.bodyBytes) {
    this.#most = most;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * Rejects with {@link QueueFullError} at the limit, and with {@link AskerGoneError} when the
   * client disconnects.
   */
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
        // Reading continues after an error: a stream that is not read to its end closes the
        // connection before the client learns the reason.
        isFull ||= isOver || !this.#freeSpace(chunk.byteLength, request);
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

  /**
   * Makes room for the bytes of this request by cutting off older ones; returns false when that
   * fails.
   */
  #freeSpace(bytes: number, request: IncomingMessage): boolean {
    for (const [oldest, release] of this.#arriving) {
      if (this.#held + bytes <= this.#most || oldest === request) break;
      this.#arriving.delete(oldest);
      release();
      oldest.destroy();
    }
    return this.#held + bytes <= this.#most;
  }
}
