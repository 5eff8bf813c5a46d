import { CHECKLIST_LIMITS } from '../../shop/checklist.ts';
import { MAX_LINES } from './offer.ts';

/** The checklists of all services of an order fit, and more items of its own. */
export const ORDER_CHECKLIST = {
  items: MAX_LINES * CHECKLIST_LIMITS.items,
  title: CHECKLIST_LIMITS.title,
} as const;

/** An item as the team sees it. */
export interface ChecklistItemView {
  readonly id: string;
  readonly title: string;
  /** The buyer sees the item. */
  readonly isShown: boolean;
  /** A day in the shop's time zone, or null. */
  readonly dueOn: string | null;
  /** True if the day has passed and the item is not done. */
  readonly isLate: boolean;
  readonly assignee: { readonly id: string; readonly name: string } | null;
  /** Null while the item is not done. `by` is null for programs and former members. */
  readonly done: { readonly at: string; readonly by: string | null } | null;
}

type EditedItem = Pick<ChecklistItemView, 'title' | 'dueOn' | 'isShown'> & {
  readonly assigneeId: string | null;
};

/** Identifies what a form showed, so that it does not replace a change that its reader has not seen. */
export function stampOf({ title, dueOn, assigneeId, isShown }: EditedItem): string {
  return JSON.stringify([title, dueOn, assigneeId, isShown]);
}

/** An item that is shown to the buyer. It names no colleague. */
export interface StepView {
  readonly id: string;
  readonly title: string;
  readonly isDone: boolean;
}

export interface ProgressView {
  readonly done: number;
  readonly total: number;
}

export function progressOf(steps: readonly { readonly isDone: boolean }[]): ProgressView {
  return { done: steps.filter(({ isDone }) => isDone).length, total: steps.length };
}
