import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageToRender } from '../app/host.ts';
import { ROOT_FOLDER } from '../app/platform/root-folder.server.ts';

/** The program's bundle; see scripts/bundle-process.ts. */
const PROGRAM = join(ROOT_FOLDER, 'build/process/render-thread.js');

/**
 * One CPU is left to the main thread. More than four threads would waste memory, because most pages
 * come from the cache.
 */
export const RENDER_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** A hundred times the largest page, including the start of a thread. */
const TIME_LIMIT_MS = 10_000;
/** A page that needs more memory only ends its thread. */
const MEMORY_LIMIT_MB = 128;
/** The limit for short-lived objects, which would otherwise take 70 MB more per thread. */
const YOUNG_MEMORY_MB = 12;
/** Idle threads are ended to free their memory, because most pages come from the cache. */
const IDLE_MS = 5 * 60_000;

export type Page = Uint8Array<ArrayBuffer>;

/** A page took longer than its time limit. The same request may succeed when the machine is less busy. */
export class RenderTimeoutError extends Error {}

export type Answer = { readonly page: Page } | { readonly error: unknown };

/**
 * Renders pages in threads, started on demand. The caller must limit the number of concurrent
 * pages. A thread that ends or exceeds its time fails its current page and is replaced on demand.
 */
export class RenderThreads {
  readonly #program: string;
  readonly #timeLimitMs: number;
  readonly #memoryLimitMb: number;
  readonly #idleMs: number;
  readonly #all = new Set<RenderThread>();
  readonly #idle: RenderThread[] = [];

  constructor({
    program = PROGRAM,
    timeLimitMs = TIME_LIMIT_MS,
    memoryLimitMb = MEMORY_LIMIT_MB,
    idleMs = IDLE_MS,
  } = {}) {
    this.#program = program;
    this.#timeLimitMs = timeLimitMs;
    this.#memoryLimitMb = memoryLimitMb;
    this.#idleMs = idleMs;
  }

  get size(): number {
    return this.#all.size;
  }

  /**
   * Rejects with the error of a component, with a {@link RenderTimeoutError}, or with the reason why the thread ended.
   */
  async render(page: PageToRender): Promise<Page> {
    const thread = this.#idle.pop() ?? this.#begin();
    const answer = await thread.ask(page, this.#timeLimitMs);
    // The thread may have ended right after its answer.
    if (this.#all.has(thread)) {
      this.#idle.push(thread);
      thread.endAfter(this.#idleMs);
    }
    if ('error' in answer) throw answer.error;
    return answer.page;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  #begin(): RenderThread {
    const thread = new RenderThread(this.#program, this.#memoryLimitMb, () => {
      this.#all.delete(thread);
      const index = this.#idle.indexOf(thread);
      if (index !== -1) this.#idle.splice(index, 1);
    });
    this.#all.add(thread);
    return thread;
  }
}

class RenderThread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #asked: PromiseWithResolvers<Answer> | undefined;
  #reason: unknown;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `onEnd` is called as soon as the thread accepts no more pages. */
  constructor(program: string, memoryLimitMb: number, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(program, {
      // Modules preloaded into the process, such as debugging tools, must not load into its
      // threads.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: memoryLimitMb,
        maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
      },
    });
    this.#worker.on('message', (answer: Answer) => this.#asked?.resolve(answer));
    this.#worker.on('error', (error) => {
      this.#reason = error;
      onEnd();
    });
    this.#worker.once('exit', (code) => {
      onEnd();
      const message = `A thread that renders pages ended with ${code}`;
      this.#asked?.reject(new Error(message, { cause: this.#reason }));
    });
    // Idle threads do not keep the process alive.
    this.#worker.unref();
  }

  async ask(page: PageToRender, timeLimitMs: number): Promise<Answer> {
    clearTimeout(this.#idleTimer);
    const timer = setTimeout(() => {
      this.#asked?.reject(new RenderTimeoutError(`The page took longer than ${timeLimitMs} ms`));
      void this.end();
    }, timeLimitMs);
    try {
      this.#asked = Promise.withResolvers<Answer>();
      this.#worker.postMessage(page, []);
      return await this.#asked.promise;
    } catch (error) {
      // This also covers data that cannot be cloned: a thread without an answer is not used again.
      void this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#asked = undefined;
    }
  }

  endAfter(idleMs: number): void {
    this.#idleTimer = setTimeout(() => void this.end(), idleMs).unref();
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#onEnd();
    await this.#worker.terminate();
  }
}
