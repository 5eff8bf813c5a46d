import { ApiError } from '../../platform/api-client.ts';

/** Status 0 means that the server did not respond. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;
