const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/**
 * The size of the first request: a slow connection must finish it before the server times out, and nginx passes no
 * larger one by default.
 */
const FIRST_CHUNK_BYTES = MEBIBYTE;
/** Several GiB in requests of one MiB would wait for the server thousands of times. */
const MOST_CHUNK_BYTES = 16 * MEBIBYTE;
const LEAST_CHUNK_BYTES = 64 * KIBIBYTE;
/** Faster requests get larger, slower ones smaller. */
const QUICK_MS = 2000;
const SLOW_MS = 10_000;
/** A failure may have been the connection's, not a proxy's. So larger requests are tried again after so many fast ones. */
const TRY_AGAIN_AFTER = 16;

/** Adapts the size of a request to the connection and to the limits of proxies. */
export class ChunkSize {
  readonly #now: () => number;
  bytes = FIRST_CHUNK_BYTES;
  #most = MOST_CHUNK_BYTES;
  #since: number;
  #quick = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Called after each complete request. */
  adapt(): void {
    const took = this.#now() - this.#since;
    this.#since = this.#now();
    if (took < QUICK_MS) {
      this.#quick += 1;
      if (this.#quick % TRY_AGAIN_AFTER === 0) {
        this.#most = Math.min(MOST_CHUNK_BYTES, this.#most * 2);
      }
      this.bytes = Math.min(this.#most, this.bytes * 2);
    } else if (took > SLOW_MS) this.bytes = Math.max(LEAST_CHUNK_BYTES, this.bytes / 2);
  }

  /** Called after a failed request. Returns false if the size is the least already. */
  shrink(): boolean {
    this.#since = this.#now();
    this.#quick = 0;
    const isSmaller = this.bytes > LEAST_CHUNK_BYTES;
    this.bytes = this.#most = Math.max(LEAST_CHUNK_BYTES, this.bytes / 4);
    return isSmaller;
  }
}
