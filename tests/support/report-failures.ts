import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/**
 * What failed, with its errors, as the last words of a run: a log of which only the end is kept says why.
 * What passed at its second try is among them.
 */
export default class FailureReporter implements Reporter {
  #tests: readonly TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onEnd(): void {
    for (const test of this.#tests) {
      for (const { errors, retry } of test.results) {
        if (errors.length === 0) continue;
        process.stdout.write(
          `\n── ${test.titlePath().slice(2).join(' › ')}, try ${retry + 1} ──\n`,
        );
        for (const { message = '' } of errors) process.stdout.write(`${shorten(message)}\n`);
      }
    }
  }

  /** Beside `line`, which tells of everything while it happens. */
  printsToStdio(): boolean {
    return false;
  }
}

/** An error's first lines: what was expected, what was there, and where it was looked for. */
function shorten(message: string): string {
  return stripVTControlCharacters(message).split('\n').slice(0, 14).join('\n');
}
