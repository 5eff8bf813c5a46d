import { spawn, type ChildProcess } from 'node:child_process';
import { styleText } from 'node:util';

/** What is done to know that the project is well, and what must be done before it. */
export interface Step {
  readonly name: string;
  /** Steps that must have passed; what one of them lacks, this one does not begin with. */
  readonly after?: readonly string[];
  readonly run: (tools: Tools) => void | Promise<void>;
}

/** What a step works with: what it prints is kept together however many run beside it. */
export interface Tools {
  /** The step's own. */
  readonly name: string;
  /** Runs a script with this Node; rejects when it fails. */
  readonly node: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<void>;
  readonly say: (line: string) => void;
  /** Ends the step without a verdict. */
  readonly skip: (reason: string) => never;
}

/** A step that said itself what is wrong. */
export class FailedStep extends Error {}

class SkippedStep extends Error {}

interface Outcome {
  readonly step: Step;
  readonly kind: 'passed' | 'skipped' | 'failed' | 'not begun';
  readonly seconds: number;
  /** The end of what a failed step printed beside others, where test runners say what failed. */
  readonly lastWords?: string;
}

const SIGNS = { passed: '✓', skipped: '-', failed: '✗', 'not begun': ' ' } as const;

/** How long a child may take to tidy up after Ctrl+C. */
const PATIENCE_MS = 10_000;

/** Of a failed step's output, what stands at the very end: a log of thousands of lines is often cut there. */
const LAST_LINES = 60;

/** A hundred files named on one line would hide what stands above it. */
const ARGUMENTS_SHOWN = 6;

/**
 * Runs each lane's steps one after the other, and the lanes beside each other: what computes in one,
 * what mostly waits in another. A step that fails ends its lane's steps that need it and no others, so
 * that one run tells everything. Ends with a table and the last lines of what failed; returns the exit code.
 */
export async function runSteps(root: string, lanes: readonly (readonly Step[])[]): Promise<number> {
  const chosen = lanes.flat();
  // Alone, a step prints as it goes; beside others, when it has ended.
  const isAlone = lanes.filter((lane) => lane.length > 0).length < 2;
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
    if (signals.received || needed.some(({ kind }) => kind === 'failed' || kind === 'not begun')) {
      return end('not begun');
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
    lanes.map(async (lane) => {
      for (const step of lane) resolvers.get(step.name)?.(await runStep(step));
    }),
  );
  signals.stop();
  const all = await Promise.all(outcomes.values());
  if (chosen.length > 1) console.log(`\n${all.map(line).join('\n')}`);
  for (const { step, lastWords } of all) {
    if (lastWords) console.log(`\n── the end of ${step.name}, which failed ──\n${lastWords}`);
  }
  if (signals.received) return signals.received === 'SIGINT' ? 130 : 143;
  return all.every(({ kind }) => kind === 'passed' || kind === 'skipped') ? 0 : 1;
}

/** Has every child end when this process is told to. */
function endOnSignals(children: ReadonlySet<ChildProcess>) {
  let signal: NodeJS.Signals | undefined;
  const endAll = (received: NodeJS.Signals) => {
    // The second time somebody does not want to wait.
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

/** What became of a step; why it did not pass is printed. */
async function attempt(
  step: Step,
  node: Tools['node'],
  print: (text: string) => void,
): Promise<'passed' | 'skipped' | 'failed'> {
  try {
    await step.run({
      name: step.name,
      node,
      say: (line) => print(`${line}\n`),
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
      // A group of its own: it hears of Ctrl+C once, from here, with everything it started.
      detached: process.platform !== 'win32',
    });
    children.add(child);
    child.stdout.on('data', print);
    child.stderr.on('data', print);
    child.on('error', reject);
    // Not 'exit', after which there may be output to come.
    child.on('close', (code, signal) => {
      children.delete(child);
      if (code === 0) return resolve();
      const shown = [
        ...args.slice(0, ARGUMENTS_SHOWN),
        ...(args.length > ARGUMENTS_SHOWN ? ['…'] : []),
      ];
      reject(new FailedStep(`${shown.join(' ')} ended with ${code ?? signal}`));
    });
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
