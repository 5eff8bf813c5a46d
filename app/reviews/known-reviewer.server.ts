import { createCookie } from 'react-router';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Whether this browser has solved the captcha before. The cookie is signed and says nothing
 * else: local storage, which anybody can write, decides nothing (DECISIONS 8).
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
  return {
    async isKnown(request: Request): Promise<boolean> {
      return (await cookie.parse(request.headers.get('Cookie'))) === 'known';
    },
    remember: (): Promise<string> => cookie.serialize('known'),
  };
}
