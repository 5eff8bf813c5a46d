import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The versions of the peers that were measured support Node 24, and not yet a newer version. */
const NODE = fileURLToPath(
  new URL(`node_modules/node-linux-${process.arch}/bin/node`, import.meta.url),
);
const START_MS = 120_000;
const STOP_MS = 15_000;
const TICK_MS = 10;

export interface Command {
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
}

/** The Node that runs all sides, so that they differ in nothing but themselves. */
export function nodePath(): string {
  return existsSync(NODE) ? NODE : process.execPath;
}

/** A program in a process group of its own, measured with everything that it starts. */
export class ServerProcess {
  static readonly #running = new Set<ServerProcess>();
  readonly #child: ChildProcess;
  readonly #log: string;

  constructor({ arguments: given, folder, env, log }: Command) {
    this.#log = log;
    const output = openSync(log, 'a');
    this.#child = spawn(nodePath(), given, {
      cwd: folder,
      detached: true,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        NODE_ENV: 'production',
        ...env,
      },
      stdio: ['ignore', output, output],
    });
    ServerProcess.#running.add(this);
    this.#child.once('exit', () => ServerProcess.#running.delete(this));
  }

  /** Runs a program to its end; throws with the end of its output if it fails. */
  static async run(command: Command, milliseconds: number): Promise<void> {
    const running = new ServerProcess(command);
    const code = await Promise.race([
      running.#ended(),
      sleep(milliseconds, 'no end', { ref: false }),
    ]);
    if (code === 0) return;
    await running.stop();
    throw new Error(`${command.arguments[0]}: ${code}\n${running.#lastLines()}`);
  }

  /** Resolves with the milliseconds until `isReady`, which is asked every ten milliseconds. */
  async untilReady(isReady: () => Promise<boolean>): Promise<number> {
    const started = performance.now();
    while (performance.now() - started < START_MS) {
      if (this.#hasEnded) throw new Error(`A server ended early:\n${this.#lastLines()}`);
      if (await isReady()) return performance.now() - started;
      await sleep(10);
    }
    throw new Error(`A server was not ready in time:\n${this.#lastLines()}`);
  }

  /** Processor time of the whole tree so far, in milliseconds. */
  cpuMs(): number {
    return this.#tree().reduce((sum, pid) => sum + cpuOf(pid), 0);
  }

  /** Memory of the whole tree in bytes; pages that processes share are counted once. */
  memory(): number {
    return this.#tree().reduce((sum, pid) => sum + memoryOf(pid), 0);
  }

  get processes(): number {
    return this.#tree().length;
  }

  async stop(): Promise<void> {
    if (!this.#hasEnded) {
      this.#signal('SIGTERM');
      await Promise.race([this.#ended(), sleep(STOP_MS, undefined, { ref: false })]);
    }
    // Also ends what a process left behind in its group.
    this.#signal('SIGKILL');
    if (!this.#hasEnded) await this.#ended();
  }

  static async killAll(): Promise<void> {
    const running = [...ServerProcess.#running];
    ServerProcess.signalAll();
    await Promise.all(running.map((each) => each.#ended()));
  }

  /** The part of `killAll` that is possible while the process exits. */
  static signalAll(): void {
    for (const each of ServerProcess.#running) each.#signal('SIGKILL');
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #ended(): Promise<number | string | null> {
    if (!this.#hasEnded) await once(this.#child, 'exit');
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  #tree(): number[] {
    const root = this.#child.pid ?? 0;
    const parents = readParents();
    const tree = [root];
    for (const pid of tree) {
      for (const [child, parent] of parents) if (parent === pid) tree.push(child);
    }
    return tree;
  }

  #lastLines(): string {
    return readFileSync(this.#log, 'utf8').split('\n').slice(-30).join('\n');
  }
}

/**
 * Processor milliseconds of a process, with those of its children that have ended; 0 if there is no
 * such process.
 */
export function cpuOf(pid: number): number {
  // Fields 14 to 17 (proc_pid_stat(5)), after the name in brackets.
  const fields = readProcFile(pid, 'stat')?.split(') ').at(-1)?.split(' ').slice(11, 15) ?? [];
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** Bytes of a process; a page that several processes share counts in parts. */
export function memoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readProcFile(pid, 'smaps_rollup') ?? '')?.[1] ?? 0) * 1024;
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = readProcFile(pid, 'stat')?.split(') ').at(-1)?.split(' ')[1];
    if (parent !== undefined) parents.set(pid, Number(parent));
  }
  return parents;
}

function readProcFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // The process has ended.
    return undefined;
  }
}
