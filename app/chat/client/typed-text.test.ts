import { expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { TAKEN_IN, receive } from './typed-text.ts';

test('a message as long as may be sent is taken in as it is', () => {
  const text = ` ${'x'.repeat(MESSAGE_MAX_LENGTH)} `;
  expect(receive(text)).toEqual({ text, refusal: null });
});

test('of a text no field can hold the beginning stays, and what was left out is said', () => {
  const { text, refusal } = receive(`${'a'.repeat(TAKEN_IN)}${'b'.repeat(50_000 - TAKEN_IN)}`);
  expect(text).toBe('a'.repeat(TAKEN_IN));
  expect(refusal).toBe(
    'The text has 50,000 characters, so the last 42,000 were cut off. A message can have up to 4,000.',
  );
});

test('blanks around a message never push it out', () => {
  const far = `${' \n'.repeat(TAKEN_IN)}What I mean${' '.repeat(TAKEN_IN)}`;
  expect(receive(far)).toEqual({ text: 'What I mean', refusal: null });
});

test('no letter is cut in two', () => {
  const { text } = receive(`a${'😀'.repeat(TAKEN_IN)}`);
  expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeGreaterThan(MESSAGE_MAX_LENGTH);
});

test('of a field that is full it is said that there may have been more', () => {
  const { text, refusal } = receive('a'.repeat(TAKEN_IN));
  expect(text).toHaveLength(TAKEN_IN);
  expect(refusal).toBe(
    'The text was cut off after 8,000 characters. A message can have up to 4,000.',
  );
});
