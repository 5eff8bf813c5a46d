import { OperatorError } from '../app/platform/operator-error.ts';

/** Runs a command; what its user can mend ends it with the message alone, and with status 1. */
export async function explainRefusals(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
