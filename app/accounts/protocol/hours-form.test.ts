import { describe, expect, test } from 'vitest';
import {
  HOURS_FIELD,
  readHours,
  readHoursForm,
  toHoursForm,
  WEEK,
  type DayId,
} from './hours-form.ts';

function sent(mode: string, typed: Partial<Record<DayId, [string, string][]>>): FormData {
  const form = new FormData();
  form.set(HOURS_FIELD.mode, mode);
  for (const { id } of WEEK) {
    for (const [from, to] of typed[id] ?? [['', '']]) {
      form.append(HOURS_FIELD.from(id), from ?? '');
      form.append(HOURS_FIELD.to(id), to ?? '');
    }
  }
  return form;
}

const read = (mode: string, typed: Parameters<typeof sent>[1]) =>
  readHours(readHoursForm(sent(mode, typed)));

describe('the week', () => {
  test.each([
    ['', ''],
    ['Mon-Fri 09:00-17:30, Sat 10:00-14:00', 'Mon-Fri 09:00-17:30, Sat 10:00-14:00'],
    [
      'sat 8:00-9:00,mon 9:00-12:00,mon 13:00-17:00',
      'Mon 09:00-12:00, Mon 13:00-17:00, Sat 08:00-09:00',
    ],
    ['Fri-Sun 22:00-02:00', 'Fri-Sun 22:00-02:00'],
    ['Mon-Sun 00:00-24:00', 'Mon-Sun 00:00-24:00'],
    ['Tue 18:00-24:00', 'Tue 18:00-24:00'],
    [
      'Mon 9:00-10:00, Mon 11:00-12:00, Mon 13:00-14:00',
      'Mon 09:00-10:00, Mon 11:00-12:00, Mon 13:00-14:00',
    ],
  ])('that is %s comes back from the form that shows it', (text, canonical) => {
    const { isAlways, days } = toHoursForm(text);
    const typed = Object.fromEntries(
      WEEK.map(({ id }) => [id, days[id].map(({ from, to }): [string, string] => [from, to])]),
    );
    expect(read(isAlways ? 'always' : 'weekly', typed)).toEqual({ text: canonical });
  });

  test('has a pair of times to spare on each day', () => {
    const { days } = toHoursForm('Mon 9:00-10:00, Mon 11:00-12:00');
    expect(days.mon.at(-1)).toEqual({ from: '', to: '' });
    expect(days.tue).toHaveLength(2);
  });
});

describe('refused is', () => {
  test.each<[string, Parameters<typeof sent>[1], RegExp, DayId | undefined]>([
    ['a week without a single time', {}, /at least one day/, undefined],
    ['a beginning alone', { wed: [['09:00', '']] }, /^Wednesday .*both/, 'wed'],
    ['an end alone', { wed: [['', '09:00']] }, /^Wednesday .*both/, 'wed'],
    [
      'no length at all',
      { sun: [['09:00', '09:00']] },
      /^Sunday .*closing time that differs/,
      'sun',
    ],
    ['a time that is none', { sun: [['25:00', '26:00']] }, /^Sunday .*09:00/, 'sun'],
    ['words', { sun: [['nine', 'five']] }, /^Sunday .*09:00/, 'sun'],
  ])('%s', (_, typed, fault, day) => {
    expect(read('weekly', typed)).toEqual({ fault: expect.stringMatching(fault), day });
  });
});

test('what was typed stays in the form, also while the chat is always open', () => {
  const form = readHoursForm(sent('always', { mon: [['09:00', '']] }));
  expect(form.isAlways).toBe(true);
  expect(form.days.mon[0]).toEqual({ from: '09:00', to: '' });
  expect(readHours(form)).toEqual({ text: '' });
});
