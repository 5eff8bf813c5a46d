import { readText } from '../platform/form.ts';
import { browserStorage, loadJson, saveText } from '../ui/browser-storage.ts';

export interface KeptReview {
  readonly rating: number;
  readonly text: string;
  readonly name: string;
  readonly email: string;
}

const NOTHING: KeptReview = { rating: 0, text: '', name: '', email: '' };

const keyOf = (path: string) => `review_draft:${path}`;

export function reviewIn(form: HTMLFormElement | null): KeptReview {
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
