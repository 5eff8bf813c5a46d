import { readText } from '../platform/form.ts';
import { isReviewKept, keepReview } from './kept-review.ts';
import { readIdentity } from './reviewer-identity.ts';

/** Whether the page has a form for reviews, and this browser something to fill it with. */
export function isReviewRemembered(): boolean {
  const path = reviewForm()?.getAttribute('action');
  return path ? readIdentity() !== null || isReviewKept(path) : false;
}

/** Keeps what was typed into the form of a page that is left before React knows of it. */
export function keepReviewOnLeaving(): () => void {
  const keep = () => {
    const form = reviewForm();
    const path = form?.getAttribute('action');
    if (!path) return;
    const typed = new FormData(form ?? undefined);
    const rating = Number(readText(typed, 'rating'));
    const written = {
      text: readText(typed, 'text'),
      name: readText(typed, 'name'),
      email: readText(typed, 'email'),
    };
    // What was kept before is not in the form yet.
    const isEmpty = rating === 0 && Object.values(written).every((text) => text === '');
    if (!isEmpty) keepReview(path, { rating, ...written });
  };
  window.addEventListener('pagehide', keep);
  return () => window.removeEventListener('pagehide', keep);
}

function reviewForm(): HTMLFormElement | null {
  const stars = document.querySelector<HTMLInputElement>('input[type="radio"][name="rating"]');
  return stars?.form ?? null;
}
