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
const MEMORY_LIMIT_MB = 192;

export type Page = Uint8Array<ArrayBuffer>;

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
  readonly #all = new Set<RenderThread>();
  readonly #idle: RenderThread[] = [];

  constructor({
    program = PROGRAM,
    timeLimitMs = TIME_LIMIT_MS,
    memoryLimitMb = MEMORY_LIMIT_MB,
  } = {}) {
    this.#program = program;
    this.#timeLimitMs = timeLimitMs;
    this.#memoryLimitMb = memoryLimitMb;
  }

  /** Rejects with what a component threw, or with why the thread could not render. */
  async render(page: PageToRender): Promise<Page> {
    const thread = this.#idle.pop() ?? this.#begin();
    const answer = await thread.ask(page, this.#timeLimitMs);
    this.#idle.push(thread);
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
  #settle: ((answer: Answer | Promise<never>) => void) | undefined;
  #reason: unknown;

  constructor(program: string, memoryLimitMb: number, onEnd: () => void) {
    this.#worker = new Worker(program, {
      // What is loaded into the process for whoever looks into it is not for its threads.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    this.#worker.on('message', (answer: Answer) => this.#settle?.(answer));
    this.#worker.on('error', (error) => (this.#reason = error));
    this.#worker.once('exit', (code) => {
      onEnd();
      const message = `A thread that renders pages ended with ${code}`;
      this.#settle?.(Promise.reject(new Error(message, { cause: this.#reason })));
    });
    // A process that has nothing else to do ends.
    this.#worker.unref();
  }

  async ask(page: PageToRender, timeLimitMs: number): Promise<Answer> {
    const timer = setTimeout(() => {
      this.#reason = new Error(`The page took longer than ${timeLimitMs} ms`);
      void this.end();
    }, timeLimitMs);
    try {
      return await new Promise<Answer>((settle) => {
        this.#settle = settle;
        this.#worker.postMessage(page, []);
      });
    } finally {
      clearTimeout(timer);
      this.#settle = undefined;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
