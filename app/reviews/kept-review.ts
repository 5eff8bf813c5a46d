import { readText } from '../platform/form.ts';
import { browserStorage, loadJson, saveText } from '../ui/browser-storage.ts';

/** What was typed into the review form of a service, and not sent yet. */
export interface KeptReview {
  readonly rating: number;
  readonly text: string;
  readonly name: string;
  readonly email: string;
}

const NOTHING: KeptReview = { rating: 0, text: '', name: '', email: '' };

const keyOf = (path: string) => `review_draft:${path}`;

/** As it stands in the form. */
export function reviewIn(form: HTMLFormElement | null): KeptReview {
  const typed = new FormData(form ?? undefined);
  return {
    rating: Number(readText(typed, 'rating')),
    text: readText(typed, 'text'),
    name: readText(typed, 'name'),
    email: readText(typed, 'email'),
  };
}

/** By tab, so that a reload or a look at another page loses nothing and the next person finds nothing. */
export function readKeptReview(path: string): KeptReview {
  const kept = loadJson(browserStorage('sessionStorage'), keyOf(path));
  return { ...NOTHING, ...(kept as Partial<KeptReview> | null) };
}

export function isReviewKept(path: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(path)) !== null;
  } catch {
    return false;
  }
}

export function keepReview(path: string, review: KeptReview): void {
  const isEmpty = Object.values(review).every((value) => value === '' || value === 0);
  saveText(browserStorage('sessionStorage'), keyOf(path), isEmpty ? '' : JSON.stringify(review));
}
