import type { Captcha } from '../../platform/captcha.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { RateLimit, RateLimits } from '../../platform/rate-limit.ts';

/** Chats of everybody together: far more than a shop's busiest minute. */
export const STARTS_OF_EVERYBODY: RateLimit = {
  name: 'chat-start-everybody',
  burst: 300,
  perMinute: 120,
};

/** The one key of that limit. */
export const EVERYBODY = 'everybody';

/**
 * Above {@link STARTS_OF_EVERYBODY} each chat costs its browser a proof of work, which the widget
 * does by itself: who comes from many networks at once pays, and a visitor waits half a second.
 * Throws {@link RefusedError} 429 with the field 'captcha' when there is none.
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
