/**
 * Something the operator can mend. Commands and the start say its message, one sentence that tells
 * what to do, without a stack, and end with status 1.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** What the operating system said, as its code: 'EACCES', 'ENOSPC', …; undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code) ? code : undefined;
}
