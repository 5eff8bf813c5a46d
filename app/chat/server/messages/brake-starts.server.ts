import type { Captcha } from '../../../platform/captcha.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { RateLimit, RateLimits } from '../../../platform/rate-limit.ts';

/** The limit for all visitors together is far above a shop's busiest minute. */
export const STARTS_OF_EVERYBODY: RateLimit = {
  name: 'chat-start-everybody',
  burst: 300,
  perMinute: 120,
};

export const EVERYBODY = 'everybody';

/**
 * Above {@link STARTS_OF_EVERYBODY} each new chat requires a proof of work, which the widget solves
 * automatically. An attack from many networks becomes expensive, and visitors wait half a second. Throws
 * {@link RefusedError} 429 with the field 'captcha' without a valid proof.
 */
export async function brakeStarts(
  { limits, captcha }: { readonly limits: RateLimits; readonly captcha: Captcha },
  answer: string | undefined,
): Promise<void> {
  try {
    await limits.take(STARTS_OF_EVERYBODY, EVERYBODY);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (answer !== undefined && (await captcha.verify(answer))) return;
    throw new RefusedError(error.status, error.message, 'captcha', error.retryAfterSeconds);
  }
}
