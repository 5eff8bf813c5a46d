import { data, isRouteErrorResponse } from 'react-router';
import type { ReviewResult } from './review-result.ts';
import { MESSAGES, readReviewDraft } from './rules.ts';

/**
 * Sends a review to the server. A lost connection is told beside the form: the error page would
 * throw away what was typed.
 */
export async function sendReview<T>(request: Request, send: () => Promise<T>) {
  const form = await request.clone().formData();
  try {
    return await send();
  } catch (error) {
    if (isRouteErrorResponse(error)) throw error;
    const result: ReviewResult = {
      ok: false,
      draft: readReviewDraft(form),
      message: MESSAGES.notSent,
      field: undefined,
      needsCaptcha: false,
    };
    // The status keeps the router from loading the page anew, which would fail as well.
    return data(result, { status: 503 });
  }
}
