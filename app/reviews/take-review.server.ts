import type { Captcha } from '../platform/captcha.server.ts';
import type { Clock } from '../platform/clock.ts';
import { isDatabaseAway, type Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { readText } from '../platform/form.ts';
import type { Log } from '../platform/log.server.ts';
import { postReview, type PostedReview, type ReviewedService } from './post-review.server.ts';
import type { ReviewResult } from './review-result.ts';
import { checkReview, MESSAGES, readReviewDraft, type ReviewField } from './rules.ts';

export interface ReviewDesk {
  readonly db: Database;
  readonly clock: Clock;
  readonly captcha: Captcha;
  readonly log: Log;
}

export interface SentReview {
  readonly form: FormData;
  /** Decided by a signed cookie (DECISIONS 8). */
  readonly isKnown: boolean;
  /** Throws {@link RefusedError} when too much came from this place. */
  readonly takeFromLimit: () => Promise<unknown>;
}

export interface TakenReview {
  readonly status: number;
  readonly result: ReviewResult;
  /** What was stored; undefined when it was refused. */
  readonly posted: PostedReview | undefined;
}

/**
 * Checks and stores a review that a form sent, in the order of SPEC §5. Refusals and faults are
 * results, not exceptions, so that nothing typed is lost.
 */
export async function takeReview(
  { db, clock, captcha, log }: ReviewDesk,
  service: ReviewedService,
  { form, isKnown, takeFromLimit }: SentReview,
): Promise<TakenReview> {
  const draft = readReviewDraft(form);
  const answer = readText(form, 'captcha');
  const refuse = (status: number, message: string, field?: ReviewField) => ({
    status,
    result: { ok: false, draft, message, field, needsCaptcha: !isKnown } as const,
    posted: undefined,
  });

  try {
    await takeFromLimit();
    if (!isKnown && answer === '') {
      return refuse(400, MESSAGES.captcha, 'captcha');
    }
    // Checked before the captcha is spent, so that a typing mistake does not cost a new one.
    const problem = checkReview(draft);
    if (problem) return refuse(400, problem.message, problem.field);
    if (!isKnown && !(await captcha.verify(answer))) {
      return refuse(400, MESSAGES.captcha, 'captcha');
    }
    const posted = await postReview(db, clock, service, draft);
    return { status: 200, result: { ok: true }, posted };
  } catch (error) {
    if (error instanceof RefusedError) return refuse(error.status, error.message);
    log.error({ err: error, service }, 'A review could not be saved');
    return refuse(isDatabaseAway(error) ? 503 : 500, MESSAGES.notSaved);
  }
}
