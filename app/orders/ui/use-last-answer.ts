import { useState } from 'react';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import type { OrderState } from '../protocol/transitions.ts';

/**
 * Keeps the newest form answer while the order is in the same state, because the router drops the answer on
 * revalidation.
 */
export function useLastAnswer<Answer extends FormAnswer>(
  newest: Answer | undefined,
  state: OrderState,
): Answer | undefined {
  const [saved, setLast] = useState({ answer: newest, state });
  if (newest === undefined) return saved.state === state ? saved.answer : undefined;
  if (newest !== saved.answer || state !== saved.state) setLast({ answer: newest, state });
  return newest;
}
