import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const KEEP_COMPILED = pathToFileURL('tests/support/keep-compiled.ts').href;

/** The product as an operator starts it, from its first moment on. */
export interface Launched {
  /** What it said, and what it complained about. */
  readonly output: { readonly said: string; readonly complained: string };
  /** Its exit status; null when it was killed. */
  readonly ended: Promise<number | null>;
  /** Kills it, as a power cut does. */
  end(): Promise<number | null>;
  /** Resolves when it says that it is ready; rejects with what it complained about when it ends. */
  ready(): Promise<void>;
}

/** Starts the built product, with the modules of `imports` loaded before it. */
export function launch(env: NodeJS.ProcessEnv, imports: readonly string[] = []): Launched {
  const before = [KEEP_COMPILED, ...imports].flatMap((module) => ['--import', module]);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...before, 'build/process/index.js'], {
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { said: '', complained: '' };
  const isReady = new Promise<void>((ready) => {
    child.stdout.on('data', (chunk) => {
      output.said += String(chunk);
      if (output.said.includes('is ready')) ready();
    });
  });
  child.stderr.on('data', (chunk) => (output.complained += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    output,
    ended,
    async end() {
      child.kill('SIGKILL');
      return ended;
    },
    async ready() {
      const early = ended.then(() => Promise.reject(new Error(`It ended:\n${output.complained}`)));
      await Promise.race([isReady, early]);
    },
  };
}
