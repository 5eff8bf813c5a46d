import { expect, test } from 'vitest';
import { addMonths, daysBefore, readComparison, readPeriod } from './report-period.ts';

// In New York it is still November 29.
const NOW = new Date('2026-11-30T02:00:00Z');
const periodOf = (query: string) => readPeriod(new URLSearchParams(query), 'America/New_York', NOW);

test('a period is a number of days or whole months until today, or its own days', () => {
  expect(periodOf('')).toEqual({ preset: '30', from: '2026-10-31', to: '2026-11-29' });
  expect(periodOf('period=90').from).toBe('2026-09-01');
  expect(periodOf('period=12-months').from).toBe('2025-12-01');
  expect(periodOf('period=month').from).toBe('2026-11-01');
  expect(periodOf('period=quarter').from).toBe('2026-10-01');
  expect(periodOf('period=year').from).toBe('2026-01-01');
  expect(periodOf('from=2026-02-01&to=2026-02-28')).toMatchObject({ preset: 'custom' });
  expect(periodOf('from=2026-02-30&to=2026-03-01').problem).toBe('Choose the first and last day.');
});

test('the period before has as many days, or is the same days of the year before', () => {
  const february = { from: '2028-02-01', to: '2028-02-29' };
  expect(daysBefore(february, 'previous')).toEqual({ from: '2028-01-03', to: '2028-01-31' });
  expect(daysBefore(february, 'year')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(readComparison(new URLSearchParams('compare=year'))).toBe('year');
  expect(readComparison(new URLSearchParams('compare=decade'))).toBe('previous');
});

test('a month without the day has its last day instead', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
});
