import { createHmac } from 'node:crypto';
import { createCookie } from 'react-router';
import { normalizeEmail } from '../../platform/email.ts';
import * as v from 'valibot';
import { newSecret } from '../../platform/secrets.server.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The signed cookie marks a browser as having solved the captcha for an address. Local storage is not trusted
 * (rule 80). The cookie holds the id of the review for which the captcha was solved, so that copies of the
 * cookie, or new ones from resending that review, count as the same reviewer.
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
    /** Returns the id in the cookie if it belongs to this address. */
    async find(request: Request, email: string): Promise<string | undefined> {
      const value: unknown = await cookie.parse(request.headers.get('Cookie'));
      if (typeof value !== 'object' || value === null) return undefined;
      const { id, of } = value as { readonly id?: unknown; readonly of?: unknown };
      return typeof id === 'string' && of === hashOf(email) ? id : undefined;
    },
    /** Returns a Set-Cookie header that renews the cookie with the same id. */
    remember: (email: string, id: string): Promise<string> =>
      cookie.serialize({ id, of: hashOf(email) }),
  };
}

const reporterId = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/**
 * The cookie distinguishes the browsers that report, so that each counts once. It is signed, so that nobody can
 * make up a hundred of them, and is set only when something is reported.
 */
export function reporterCookie(secret: string, secure: boolean) {
  const cookie = createCookie('embarka_reporter', {
    httpOnly: true,
    maxAge: YEAR_SECONDS,
    path: '/reviews',
    sameSite: 'lax',
    secrets: [secret],
    secure,
  });
  return {
    async identify(request: Request): Promise<{ reporter: string; setCookie: string }> {
      const known = v.safeParse(reporterId, await cookie.parse(request.headers.get('Cookie')));
      const reporter = known.success ? known.output : newSecret();
      return { reporter, setCookie: await cookie.serialize(reporter) };
    },
  };
}
