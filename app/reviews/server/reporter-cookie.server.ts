import { createCookie } from 'react-router';
import * as v from 'valibot';
import { newSecret } from '../../platform/link-secret.server.ts';

const reporterId = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

const YEAR_SECONDS = 365 * 24 * 60 * 60;

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
