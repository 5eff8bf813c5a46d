import { RefusedError } from '../../platform/errors.ts';

/** The secret of a one-time link, from the address of its page; '' when there is none. */
export function readToken(request: Request): string {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return /^[\w-]{43}$/.test(token) ? token : '';
}

/** The same for what the page does: throws {@link RefusedError} 410 with `expired` when there is none. */
export function requireToken(request: Request, expired: string): string {
  const token = readToken(request);
  if (token === '') throw new RefusedError(410, expired, 'token');
  return token;
}
