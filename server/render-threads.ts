import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageToRender } from '../app/host.ts';
import { ROOT_FOLDER } from '../app/platform/root-folder.server.ts';

/** What the built product is bundled into beside the process; see scripts/bundle-process.ts. */
const PROGRAM = join(ROOT_FOLDER, 'build/process/render-thread.js');

/**
 * One processor is left to the thread of the chat. More than four would cost memory for pages that
 * are mostly kept anyway.
 */
export const RENDER_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** A hundred times what the largest page takes, with the start of a thread. */
const TIME_LIMIT_MS = 10_000;
/** A page that wants more ends its thread, and nothing else. */
const MEMORY_LIMIT_MB = 128;
/** What is thrown away after each page: without a limit a thread holds 70 MB more of it. */
const YOUNG_MEMORY_MB = 12;
/** Mostly pages are kept: what a thread holds is given back when there is nothing to render. */
const IDLE_MS = 5 * 60_000;

export type Page = Uint8Array<ArrayBuffer>;

/** A page took longer than its time limit. The same request may succeed when the machine is less busy. */
export class RenderTimeoutError extends Error {}

/** What a thread answers with: the page, or what a component threw. */
export type Answer = { readonly page: Page } | { readonly error: unknown };

/**
 * Threads that render pages, begun when they are needed. Whoever asks sees to it that no more is asked
 * at once than there are threads for. One that ends, or takes too long, fails the page it had and is
 * replaced by the next page that needs one.
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

  /** How many there are at the moment. */
  get size(): number {
    return this.#all.size;
  }

  /**
   * Rejects with the error of a component, with a {@link RenderTimeoutError}, or with the reason why the thread ended.
   */
  async render(page: PageToRender): Promise<Page> {
    const thread = this.#idle.pop() ?? this.#begin();
    const answer = await thread.ask(page, this.#timeLimitMs);
    // It may have answered with its last breath.
    if (this.#all.has(thread)) {
      this.#idle.push(thread);
      thread.endAfter(this.#idleMs);
    }
    if ('error' in answer) throw answer.error;
    return answer.page;
  }

  /** Ends them all; what they are at is lost. */
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

/** A thread that renders one page at a time. */
class RenderThread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #asked: PromiseWithResolvers<Answer> | undefined;
  #reason: unknown;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `onEnd` is called as soon as nothing more may be asked of it. */
  constructor(program: string, memoryLimitMb: number, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(program, {
      // What is loaded into the process for whoever looks into it is not for its threads.
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
    // A process that has nothing else to do ends.
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
    } finally {
      clearTimeout(timer);
      this.#asked = undefined;
    }
  }

  /** Ends when nothing is asked of it for so long. */
  endAfter(idleMs: number): void {
    this.#idleTimer = setTimeout(() => void this.end(), idleMs).unref();
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#onEnd();
    await this.#worker.terminate();
  }
}
