import { createHmac } from 'node:crypto';

export interface SiteVisitor {
  /** Your own id of the visitor, which must stay the same when the email address changes. */
  readonly id: string;
  readonly email: string;
  readonly name?: string;
}

export interface SigningSite {
  /** Your origin as browsers send it, such as https://www.example.com. */
  readonly site: string;
  readonly shop: string;
  /** The secret that the shop displayed once under API. Keep it on your server. */
  readonly secret: string;
}

const MINUTES = 10;

/**
 * Identifies your visitor to the shop by a JSON Web Token (RFC 7519, HS256). Any JWT library can
 * replace this function. Create a new token for each page.
 */
export function signVisitor(visitor: SiteVisitor, { site, shop, secret }: SigningSite): string {
  const now = Math.floor(Date.now() / 1000);
  const { id, email, name } = visitor;
  const claims = { iss: site, aud: shop, sub: id, email, name, iat: now, exp: now + MINUTES * 60 };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
