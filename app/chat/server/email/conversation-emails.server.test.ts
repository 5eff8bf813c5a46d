import { expect, test } from 'vitest';
import { replySubject } from './conversation-emails.server.ts';

test.each([
  ['Book covers', 'Re: Book covers'],
  ['Re: Book covers', 'Re: Book covers'],
  ['RE: AW: Re: Book covers', 'Re: Book covers'],
  ['AW: Book covers', 'Re: Book covers'],
  ['SV: Book covers', 'Re: Book covers'],
  ['Antw: Book covers', 'Re: Book covers'],
  ['回复：Book covers', 'Re: Book covers'],
  ['回复: Re: Book covers', 'Re: Book covers'],
  ['Re[2]: Book covers', 'Re: Book covers'],
  ['RE(3): Book covers', 'Re: Book covers'],
  ['Odp: Book covers', 'Re: Book covers'],
  ['Отв: Book covers', 'Re: Book covers'],
  ['답장: Book covers', 'Re: Book covers'],
  ['Fwd: Book covers', 'Re: Fwd: Book covers'],
  ['Urgent: Book covers', 'Re: Urgent: Book covers'],
  ['Reply wanted: covers', 'Re: Reply wanted: covers'],
  ['Résumé: mine', 'Re: Résumé: mine'],
  ['Re: ', ''],
  ['', ''],
])('an answer to “%s” is “%s”', (subject, answer) => {
  expect(replySubject(subject)).toBe(answer);
});

test('an answer to ours ends with our subject, in whatever language its mark is', () => {
  const own = ['A reply from Embarka'];
  expect(replySubject('Xyz: A reply from Embarka', own)).toBe('Re: A reply from Embarka');
  expect(replySubject('Is this A reply from Embarka', own)).toBe(
    'Re: Is this A reply from Embarka',
  );
});

test('a long one stays a subject, and piles of marks take no time', () => {
  expect(replySubject('word '.repeat(200)).length).toBeLessThanOrEqual(200);
  expect(replySubject('Re: '.repeat(5000)).length).toBeLessThanOrEqual(200);
});
