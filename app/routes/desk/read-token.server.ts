/** The secret of a one-time link, from the address of its page; '' when there is none. */
export function readToken(request: Request): string {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return /^[\w-]{43}$/.test(token) ? token : '';
}
