import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageToRender } from '../app/app-context.ts';
import { ROOT_FOLDER } from '../app/platform/root-folder.server.ts';

/** The program's bundle; see scripts/bundle-process.ts. */
const PROGRAM = join(ROOT_FOLDER, 'build/process/render-thread.js');

/**
 * One CPU is left to the main thread. More than four threads would waste memory, because most pages
 * come from the cache.
 */
export const RENDER_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** A hundred times the largest page. */
const TIME_LIMIT_MS = 10_000;
/**
 * A thread starts in a quarter of a second, and far slower while a busy machine starts several processes. The sum of
 * both limits stays below the minute after which a queue or a proxy gives up on the page.
 */
const START_LIMIT_MS = 30_000;
/** A page that needs more memory only ends its thread. */
const MEMORY_LIMIT_MB = 128;
/** The limit for short-lived objects, which would otherwise take 70 MB more per thread. */
const YOUNG_MEMORY_MB = 12;
/** Idle threads are ended to free their memory, because most pages come from the cache. */
const IDLE_MS = 5 * 60_000;

export type Page = Uint8Array<ArrayBuffer>;

/** A page, or the start of its thread, took longer than its time limit. The same request may succeed when the machine is less busy. */
export class RenderTimeoutError extends Error {}

export type Answer = { readonly page: Page } | { readonly error: unknown };

/** 'ready' when the modules are loaded, then an answer to each page. */
export type FromRenderThread = 'ready' | Answer;

/**
 * Renders pages in threads, started on demand. The caller must limit the number of concurrent
 * pages. A thread that ends or exceeds its time fails its current page and is replaced on demand.
 */
export class RenderThreads {
  readonly #program: string;
  readonly #startLimitMs: number;
  readonly #timeLimitMs: number;
  readonly #memoryLimitMb: number;
  readonly #idleMs: number;
  readonly #all = new Set<RenderThread>();
  readonly #idle: RenderThread[] = [];

  constructor({
    program = PROGRAM,
    startLimitMs = START_LIMIT_MS,
    timeLimitMs = TIME_LIMIT_MS,
    memoryLimitMb = MEMORY_LIMIT_MB,
    idleMs = IDLE_MS,
  } = {}) {
    this.#program = program;
    this.#startLimitMs = startLimitMs;
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
    const thread = this.#idle.pop() ?? (await this.#begin());
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

  async #begin(): Promise<RenderThread> {
    const thread = new RenderThread(this.#program, this.#memoryLimitMb, () => {
      this.#all.delete(thread);
      const index = this.#idle.indexOf(thread);
      if (index !== -1) this.#idle.splice(index, 1);
    });
    this.#all.add(thread);
    await thread.start(this.#startLimitMs);
    return thread;
  }
}

class RenderThread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  /** The next message of the thread. */
  #awaited: PromiseWithResolvers<FromRenderThread> | undefined;
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
    this.#worker.on('message', (message: FromRenderThread) => this.#awaited?.resolve(message));
    this.#worker.on('error', (error) => {
      this.#reason = error;
      onEnd();
    });
    this.#worker.once('exit', (code) => {
      onEnd();
      const message = `A rendering thread exited with ${code}`;
      this.#awaited?.reject(new Error(message, { cause: this.#reason }));
    });
    // Idle threads do not keep the process alive.
    this.#worker.unref();
  }

  async start(timeLimitMs: number): Promise<void> {
    await this.#receive('The thread took longer to start', timeLimitMs, () => {});
  }

  async ask(page: PageToRender, timeLimitMs: number): Promise<Answer> {
    clearTimeout(this.#idleTimer);
    const post = () => this.#worker.postMessage(page, []);
    return (await this.#receive('The page took longer', timeLimitMs, post)) as Answer;
  }

  async #receive(what: string, timeLimitMs: number, post: () => void): Promise<FromRenderThread> {
    const timer = setTimeout(() => {
      this.#awaited?.reject(new RenderTimeoutError(`${what} than ${timeLimitMs} ms`));
      void this.end();
    }, timeLimitMs);
    try {
      this.#awaited = Promise.withResolvers<FromRenderThread>();
      post();
      return await this.#awaited.promise;
    } catch (error) {
      // This also covers data that cannot be cloned: a thread without an answer is not used again.
      void this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#awaited = undefined;
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
