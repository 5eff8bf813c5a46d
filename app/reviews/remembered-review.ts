import { isReviewKept, keepReview, readKeptReview, reviewIn } from './kept-review.ts';
import { readIdentity } from './reviewer-identity.ts';

export function isReviewRemembered(): boolean {
  const path = reviewForm()?.getAttribute('action');
  return path ? readIdentity() !== null || isReviewKept(path) : false;
}

/** Stores the input of the form when the page is left before hydration. */
export function keepReviewOnLeaving(): () => void {
  const keep = () => {
    const form = reviewForm();
    const path = form?.getAttribute('action');
    if (!path) return;
    const typed = reviewIn(form);
    // Values stored earlier may not be in the form yet.
    const kept = readKeptReview(path);
    keepReview(path, {
      rating: typed.rating || kept.rating,
      text: typed.text || kept.text,
      name: typed.name || kept.name,
      email: typed.email || kept.email,
    });
  };
  window.addEventListener('pagehide', keep);
  return () => window.removeEventListener('pagehide', keep);
}

function reviewForm(): HTMLFormElement | null {
  const stars = document.querySelector<HTMLInputElement>('input[type="radio"][name="rating"]');
  return stars?.form ?? null;
}
