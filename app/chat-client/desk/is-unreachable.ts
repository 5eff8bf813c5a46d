import { ApiError } from '../../platform/api-client.ts';

/** Nobody answered. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;
