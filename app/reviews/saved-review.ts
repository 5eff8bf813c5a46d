import { readText } from '../platform/form.ts';
import { browserStorage, loadJson, saveText, loadText } from '../ui/browser-storage.ts';

export interface SavedReview {
  readonly rating: number;
  readonly text: string;
  readonly name: string;
  readonly email: string;
}

const NOTHING: SavedReview = { rating: 0, text: '', name: '', email: '' };

const keyOf = (path: string) => `review_draft:${path}`;

export function reviewIn(form: HTMLFormElement | null): SavedReview {
  const typed = new FormData(form ?? undefined);
  return {
    rating: Number(readText(typed, 'rating')),
    text: readText(typed, 'text'),
    name: readText(typed, 'name'),
    email: readText(typed, 'email'),
  };
}

/**
 * The input is stored per tab: a reload or a navigation loses nothing, and the next user of this computer finds
 * nothing.
 */
export function readSavedReview(path: string): SavedReview {
  const savedReview = loadJson(browserStorage('sessionStorage'), keyOf(path));
  return { ...NOTHING, ...(savedReview as Partial<SavedReview> | null) };
}

export function isReviewSaved(path: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(path)) !== null;
  } catch {
    return false;
  }
}

export function keepReview(path: string, review: SavedReview): void {
  const isEmpty = Object.values(review).every((value) => value === '' || value === 0);
  saveText(browserStorage('sessionStorage'), keyOf(path), isEmpty ? '' : JSON.stringify(review));
}

/**
 * The browser stores the author's name and email address (rule 77). This is only a convenience: the server does not
 * trust it.
 */
export interface ReviewerIdentity {
  readonly name: string;
  readonly email: string;
}

/** Returns null when nothing is stored or storage is blocked. */
export function readIdentity(): ReviewerIdentity | null {
  const storage = browserStorage();
  const name = loadText(storage, 'visitorName');
  const email = loadText(storage, 'visitorEmail');
  return name && email ? { name, email } : null;
}

export function storeIdentity({ name, email }: ReviewerIdentity): void {
  const storage = browserStorage();
  saveText(storage, 'visitorName', name);
  saveText(storage, 'visitorEmail', email);
}

export function isReviewRemembered(): boolean {
  const path = reviewForm()?.getAttribute('action');
  return path ? readIdentity() !== null || isReviewSaved(path) : false;
}

/** Stores the input of the form when the page is left before hydration. */
export function keepReviewOnLeaving(): () => void {
  const keep = () => {
    const form = reviewForm();
    const path = form?.getAttribute('action');
    if (!path) return;
    const typed = reviewIn(form);
    // Values stored earlier may not be in the form yet.
    const savedReview = readSavedReview(path);
    keepReview(path, {
      rating: typed.rating || savedReview.rating,
      text: typed.text || savedReview.text,
      name: typed.name || savedReview.name,
      email: typed.email || savedReview.email,
    });
  };
  window.addEventListener('pagehide', keep);
  return () => window.removeEventListener('pagehide', keep);
}

function reviewForm(): HTMLFormElement | null {
  const stars = document.querySelector<HTMLInputElement>('input[type="radio"][name="rating"]');
  return stars?.form ?? null;
}
