import { useState } from 'react';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

/**
 * Keeps the newest form answer while `subject` is the same, for example the state of the order, because the router drops
 * the answer on revalidation.
 */
export function useLastAnswer<Answer extends FormAnswer>(
  newest: Answer | undefined,
  subject: string,
): Answer | undefined {
  const [saved, setLast] = useState({ answer: newest, subject });
  if (newest === undefined) return saved.subject === subject ? saved.answer : undefined;
  if (newest !== saved.answer || subject !== saved.subject) setLast({ answer: newest, subject });
  return newest;
}
