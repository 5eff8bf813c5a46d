/**
 * An error that the operator can fix. Commands and the server print its message, one sentence with
 * the remedy, without a stack trace and exit with status 1.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/**
 * Returns the code of an operating system error, such as 'EACCES' or 'ENOSPC'; undefined for other
 * errors.
 */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code) ? code : undefined;
}
