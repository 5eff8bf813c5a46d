import { isReviewKept } from './kept-review.ts';
import { readIdentity } from './reviewer-identity.ts';

/** Whether the page has a form for reviews, and this browser something to fill it with. */
export function isReviewRemembered(): boolean {
  const stars = document.querySelector<HTMLInputElement>('input[type="radio"][name="rating"]');
  const path = stars?.form?.getAttribute('action');
  return path ? readIdentity() !== null || isReviewKept(path) : false;
}
