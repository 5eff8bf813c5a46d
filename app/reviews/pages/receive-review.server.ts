import { data } from 'react-router';
import { readReviewDraft, type ReviewResult } from '../rules.ts';
import { readFormData } from '../../platform/read-form.ts';
import { RefusedError } from '../../platform/errors.ts';
import { appContextKey, requestContext } from '../../app-context.ts';
import { addressBlock, type RateLimits } from '../../platform/rate-limit.ts';
import { knownReviewerCookie } from '../server/review-cookies.server.ts';
import { takeReview } from '../server/post-review.server.ts';
import { requireService } from '../../shop/pages/missing.server.ts';
import type { PageRequest } from '../../shop/pages/service-page.server.ts';

const REVIEW_LIMIT = { name: 'review', burst: 10, perMinute: 5 };
/** One captcha allows this many reviews. Beyond it, browsers that share a cookie must solve another captcha. */
const KNOWN_LIMIT = { name: 'review-known', burst: 20, perMinute: 1 };

/** A rejected review is returned as typed, with the reason. */
export async function receiveReview(
  { context, request }: PageRequest,
  sectionId: string,
  slug: string,
) {
  const appContext = context.get(appContextKey);
  const { settings, cookieSecret, limits } = appContext;
  const service = requireService(appContext, sectionId, slug);
  const reviewer = knownReviewerCookie(cookieSecret, settings.origin.startsWith('https:'));
  const form = await readFormData(request).catch((error: unknown) => error);
  if (!(form instanceof FormData)) {
    if (!(form instanceof RefusedError)) throw form;
    const { message, status } = form;
    const reviewDraft = readReviewDraft(new FormData());
    const refused = {
      ok: false,
      draft: reviewDraft,
      message,
      field: undefined,
      needsCaptcha: false,
    } as const;
    return data<ReviewResult>(refused, { status });
  }
  const { email } = readReviewDraft(form);
  const known = await reviewer.find(request, email);
  const isKnown = known !== undefined && (await isWithin(limits, known));
  const { status, result, posted } = await takeReview(appContext, service, {
    trace: { member: undefined, requestId: context.get(requestContext).id },
    form,
    isKnown,
    takeFromLimit: () =>
      limits.take(REVIEW_LIMIT, addressBlock(context.get(requestContext).address)),
  });
  if (!result.ok) return data<ReviewResult>(result, { status });
  // Only a newly stored review, for which a captcha was solved, gives a browser a new cookie. A resent review must
  // not, because it could then make any number of browsers known.
  const name = known ?? posted?.id;
  if (!name) return data<ReviewResult>(result, {});
  return data<ReviewResult>(result, {
    headers: { 'Set-Cookie': await reviewer.remember(email, name) },
  });
}

async function isWithin(limits: RateLimits, known: string): Promise<boolean> {
  try {
    await limits.take(KNOWN_LIMIT, known);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}
