/** Returns '' when the URL has no valid token. */
export function readToken(request: Request): string {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return /^[\w-]{43}$/.test(token) ? token : '';
}
