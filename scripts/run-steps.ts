import { spawn, type ChildProcess } from 'node:child_process';
import { styleText } from 'node:util';

export interface Step {
  readonly name: string;
  /** Steps that must have passed; otherwise this step does not begin. */
  readonly after?: readonly string[];
  readonly run: (tools: Tools) => void | Promise<void>;
}

/**
 * The tools of a step. The output of each step is kept together, even when several run in parallel.
 */
export interface Tools {
  readonly name: string;
  /** Runs a script with this version of Node; rejects when it fails. */
  readonly node: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<void>;
  readonly log: (line: string) => void;
  readonly skip: (reason: string) => never;
}

export class FailedStep extends Error {}

class SkippedStep extends Error {}

interface Outcome {
  readonly step: Step;
  readonly kind: 'passed' | 'skipped' | 'failed' | 'not started';
  readonly seconds: number;
  /** The end of a failed step's output, where test runners list failures. */
  readonly lastWords?: string;
}

const SIGNS = { passed: '✓', skipped: '-', failed: '✗', 'not started': ' ' } as const;

const PATIENCE_MS = 10_000;

/** The number of lines repeated at the very end, because log viewers often cut off long logs. */
const LAST_LINES = 60;

/** A command with a hundred file names would fill the screen. */
const ARGUMENTS_SHOWN = 6;

/**
 * Runs the steps of each group in order and the groups in parallel: one mostly computes, another
 * mostly waits. A failed step only stops steps that need it, so that one run reports everything.
 * Prints a summary and returns the exit code.
 */
export async function runSteps(
  root: string,
  concurrencyGroups: readonly (readonly Step[])[],
): Promise<number> {
  const chosen = concurrencyGroups.flat();
  // A single group prints directly; in parallel, each step prints when it has ended.
  const isAlone = concurrencyGroups.filter((lane) => lane.length > 0).length < 2;
  const children = new Set<ChildProcess>();
  const signals = endOnSignals(children);

  const outcomes = new Map<string, Promise<Outcome>>();
  const resolvers = new Map<string, (outcome: Outcome) => void>();
  for (const { name } of chosen) {
    outcomes.set(name, new Promise((resolve) => resolvers.set(name, resolve)));
  }

  async function runStep(step: Step): Promise<Outcome> {
    const needed = await Promise.all(
      (step.after ?? []).flatMap((name) => outcomes.get(name) ?? []),
    );
    const started = Date.now();
    const end = (kind: Outcome['kind']): Outcome => ({
      step,
      kind,
      seconds: (Date.now() - started) / 1000,
    });
    if (
      signals.received ||
      needed.some(({ kind }) => kind === 'failed' || kind === 'not started')
    ) {
      return end('not started');
    }
    console.log(`▸ ${step.name}`);
    const output: (string | Buffer)[] = [];
    const print = (chunk: string | Buffer) =>
      void (isAlone ? process.stdout.write(chunk) : output.push(chunk));
    const node: Tools['node'] = (args, env = {}) => runNode(root, args, env, print, children);
    const outcome = end(await attempt(step, node, print));
    if (output.length > 0) {
      console.log(`\n── ${step.name} ──`);
      for (const chunk of output) process.stdout.write(chunk);
    }
    console.log(line(outcome));
    if (outcome.kind !== 'failed' || output.length === 0) return outcome;
    return {
      ...outcome,
      lastWords: output.join('').trimEnd().split('\n').slice(-LAST_LINES).join('\n'),
    };
  }

  await Promise.all(
    concurrencyGroups.map(async (lane) => {
      for (const step of lane) resolvers.get(step.name)?.(await runStep(step));
    }),
  );
  signals.stop();
  const all = await Promise.all(outcomes.values());
  if (chosen.length > 1) console.log(`\n${all.map(line).join('\n')}`);
  for (const { step, lastWords } of all) {
    if (lastWords) console.log(`\n── last lines of ${step.name}, which failed ──\n${lastWords}`);
  }
  if (signals.received) return signals.received === 'SIGINT' ? 130 : 143;
  return all.every(({ kind }) => kind === 'passed' || kind === 'skipped') ? 0 : 1;
}

function endOnSignals(children: ReadonlySet<ChildProcess>) {
  let signal: NodeJS.Signals | undefined;
  const endAll = (received: NodeJS.Signals) => {
    // A second signal kills at once.
    const strength = signal ? 'SIGKILL' : 'SIGINT';
    signal = received;
    for (const child of children) endGroup(child, strength);
    setTimeout(() => {
      for (const child of children) endGroup(child, 'SIGKILL');
    }, PATIENCE_MS).unref();
  };
  process.on('SIGINT', endAll).on('SIGTERM', endAll);
  return {
    get received() {
      return signal;
    },
    stop() {
      process.off('SIGINT', endAll).off('SIGTERM', endAll);
    },
  };
}

async function attempt(
  step: Step,
  node: Tools['node'],
  print: (text: string) => void,
): Promise<'passed' | 'skipped' | 'failed'> {
  try {
    await step.run({
      name: step.name,
      node,
      log: (line) => print(`${line}\n`),
      skip(reason) {
        throw new SkippedStep(reason);
      },
    });
    return 'passed';
  } catch (error) {
    const isSkipped = error instanceof SkippedStep;
    const isKnown = isSkipped || error instanceof FailedStep;
    print(`${isSkipped ? 'Skipped: ' : ''}${isKnown ? error.message : describe(error)}\n`);
    return isSkipped ? 'skipped' : 'failed';
  }
}

function line({ step, kind, seconds }: Outcome): string {
  const text = `${SIGNS[kind]} ${step.name.padEnd(14)}${seconds.toFixed(1).padStart(8)} s  ${kind}`;
  return kind === 'failed' ? styleText('red', text) : text;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function runNode(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (chunk: Buffer) => void,
  children: Set<ChildProcess>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that Ctrl+C reaches the step and its children once, from here.
      detached: process.platform !== 'win32',
    });
    children.add(child);
    child.stdout.on('data', print);
    child.stderr.on('data', print);
    child.on('error', reject);
    // Output may arrive after 'exit'.
    child.on('close', (code, signal) => {
      children.delete(child);
      if (code === 0) return resolve();
      const shown = [
        ...args.slice(0, ARGUMENTS_SHOWN),
        ...(args.length > ARGUMENTS_SHOWN ? ['…'] : []),
      ];
      reject(new FailedStep(`${shown.join(' ')} exited with ${code ?? signal}`));
    });
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has already ended.
  }
}
