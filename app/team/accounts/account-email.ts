import { isEmail } from '../../platform/email.ts';

/**
 * Narrower than the product's other e-mail fields: what signs in must also pass better-auth's
 * own check, and an account nobody can open is worse than an early 'no'.
 */
const MAILBOX =
  /^[a-z0-9_+-]+(?:[.'][a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

/** Whether an account can have this address; expects it normalised. */
export function isAccountEmail(email: string): boolean {
  return isEmail(email) && MAILBOX.test(email);
}
