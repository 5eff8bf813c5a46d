import { RefusedError } from '../app/platform/errors.ts';
import { OperatorError } from '../app/platform/operator-error.ts';

/**
 * Runs a command. An error that its user can fix is printed without a stack trace, with exit status
 * 1.
 */
export async function explainRefusals(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof RefusedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
