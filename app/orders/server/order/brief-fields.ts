import { field } from '../../../platform/fields.ts';
import { ANSWER_MAX_LENGTH } from '../../rules.ts';
import { MAX_QUESTIONS } from '../../protocol/offer.ts';

const NAMES = Array.from({ length: MAX_QUESTIONS }, (_, index) => `answer-${index}`);

export const BRIEF_FIELDS = Object.fromEntries(
  NAMES.map((name) => [name, field(ANSWER_MAX_LENGTH)]),
);

export function answersIn(sent: Readonly<Record<string, unknown>>): string[] {
  return NAMES.map((name) => {
    const value = sent[name];
    return typeof value === 'string' ? value : '';
  });
}
