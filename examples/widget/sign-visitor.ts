import { createHmac } from 'node:crypto';

/** Somebody who is signed in to your site. */
export interface SiteVisitor {
  /** Your own id of them: it stays theirs when the address changes. */
  readonly id: string;
  readonly email: string;
  readonly name?: string;
}

export interface SigningSite {
  /** Your origin as browsers say it, such as https://www.example.com. */
  readonly site: string;
  /** The origin of the shop. */
  readonly shop: string;
  /** What the shop showed once under API. It stays on your server. */
  readonly secret: string;
}

const MINUTES = 10;

/**
 * Tells the shop who is in front of your page: a JSON Web Token (RFC 7519), HS256. Any JWT library
 * does the same; this is all there is to it. Make a new one for each page you send.
 */
export function signVisitor(visitor: SiteVisitor, { site, shop, secret }: SigningSite): string {
  const now = Math.floor(Date.now() / 1000);
  const { id, email, name } = visitor;
  const claims = { iss: site, aud: shop, sub: id, email, name, iat: now, exp: now + MINUTES * 60 };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
