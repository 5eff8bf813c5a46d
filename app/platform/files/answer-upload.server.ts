import { msg, t } from '../../i18n/translate.ts';
import { RefusedError } from '../errors.ts';

const FAULT = msg('Something went wrong on our side. Please try again.');

/**
 * Maps an error of an upload to a response: a refusal keeps its message, protocol errors keep
 * theirs, and any other error is reported to `onFault` and gets a generic message.
 */
export function answerUploadError(
  error: Error | { status_code: number; body: string },
  onFault: (fault: unknown) => void,
): { status_code: number; body: string } {
  if (error instanceof RefusedError) {
    return { status_code: error.status, body: toErrorBody(error.message, error.field) };
  }
  if ('status_code' in error) {
    return { status_code: error.status_code, body: toErrorBody(error.body.trim()) };
  }
  onFault(error);
  return { status_code: 500, body: toErrorBody(t(FAULT)) };
}

function toErrorBody(message: string, field?: string): string {
  return JSON.stringify({ error: { message, ...(field ? { field } : {}) } });
}
