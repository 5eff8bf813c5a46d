import { createHmac } from 'node:crypto';
import { createCookie } from 'react-router';
import { normalizeEmail } from '../platform/email.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Whether this browser has solved the captcha before, for a review of the same address. The cookie
 * is signed and names neither: local storage, which anybody can write, decides nothing
 * (DECISIONS 8). It bears the name of the review that the captcha was solved for: one that is passed
 * on, or made again by sending that review again, is counted as the one it is.
 */
export function knownReviewerCookie(secret: string, secure: boolean) {
  const cookie = createCookie(secure ? '__Host-embarka_reviewer' : 'embarka_reviewer', {
    httpOnly: true,
    maxAge: YEAR_SECONDS,
    path: '/',
    sameSite: 'lax',
    secrets: [secret],
    secure,
  });
  const hashOf = (email: string) =>
    createHmac('sha256', secret)
      .update(`reviewer ${normalizeEmail(email)}`)
      .digest('base64url');
  return {
    /** What the browser is known by as this address; undefined when it is not. */
    async find(request: Request, email: string): Promise<string | undefined> {
      const value: unknown = await cookie.parse(request.headers.get('Cookie'));
      if (typeof value !== 'object' || value === null) return undefined;
      const { id, of } = value as { readonly id?: unknown; readonly of?: unknown };
      return typeof id === 'string' && of === hashOf(email) ? id : undefined;
    },
    /** The Set-Cookie header that makes it known as this address, under the name it had. */
    remember: (email: string, id: string): Promise<string> =>
      cookie.serialize({ id, of: hashOf(email) }),
  };
}
