import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';

/** The product as an operator starts it, from its first moment on. */
export interface Launched {
  /** What it said, and what it complained about. */
  readonly output: { readonly said: string; readonly complained: string };
  /** Its exit status; null when it was killed. */
  readonly ended: Promise<number | null>;
  /** Kills it, as a power cut does. */
  end(): Promise<number | null>;
  /** Resolves when it says that it is ready. */
  ready(): Promise<void>;
}

/** Starts the built product, with the modules of `imports` loaded before it. */
export function launch(env: NodeJS.ProcessEnv, imports: readonly string[] = []): Launched {
  const before = imports.flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...before, 'build/process/index.js'], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { said: '', complained: '' };
  child.stdout.on('data', (chunk) => (output.said += String(chunk)));
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
      await expect
        .poll(() => (child.exitCode === null ? output.said : output.complained), {
          timeout: 300_000,
        })
        .toContain('is ready');
    },
  };
}
