import { createHmac, randomBytes } from 'node:crypto';

const MARK = 'whsec_';

/** The format of the secret follows Standard Webhooks, as receivers' libraries expect. */
export function newSigningSecret(): string {
  return MARK + randomBytes(32).toString('base64');
}

/** Returns one entry of the header webhook-signature (Standard Webhooks, symmetric). */
export function sign(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(MARK.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return `v1,${signature}`;
}
