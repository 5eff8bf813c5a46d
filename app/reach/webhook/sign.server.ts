import { createHmac, randomBytes } from 'node:crypto';

const MARK = 'whsec_';

/** A secret as receivers' libraries expect it. */
export function newSigningSecret(): string {
  return MARK + randomBytes(32).toString('base64');
}

/** One entry of webhook-signature (Standard Webhooks, symmetric). */
export function sign(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(MARK.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return `v1,${signature}`;
}
