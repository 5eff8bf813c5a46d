import { describe, expect, test } from 'vitest';
import { parseOpenings } from '../../platform/weekly-hours.ts';
import { isLate, formatWait, WaitMeter, waitRulesOf, type WaitRules } from './waiting.ts';

const MINUTE_MS = 60_000;

const rules = (hours?: string): WaitRules =>
  waitRulesOf(
    {
      answerTargets: { support: 30, sales: 5, orders: 60, general: 240 },
      chatHours: hours
        ? { timeZone: 'America/New_York', openings: parseOpenings(hours) ?? [] }
        : undefined,
    },
    [
      { id: 'sales', minutes: null },
      { id: 'warranty', minutes: 10 },
      { id: 'press', minutes: null },
    ],
  );

describe('how long somebody has waited', () => {
  test.each([
    [0, 'now'],
    [59.9, 'now'],
    [60, '1 min'],
    [12 * 60, '12 min'],
    [59 * 60 + 59, '59 min'],
    [60 * 60, '1 h'],
    [65 * 60, '1 h 5 min'],
    [(23 * 60 + 59) * 60, '23 h 59 min'],
    [24 * 60 * 60, '1 d'],
    [50 * 60 * 60, '2 d'],
  ])('%d seconds are told as %j', (seconds, said) => {
    expect(formatWait(seconds * 1000)).toBe(said);
  });
});

test('a wait is late once its topic’s target has passed, and not at it', () => {
  expect(isLate(rules(), 'sales', 5 * MINUTE_MS)).toBe(false);
  expect(isLate(rules(), 'sales', 5 * MINUTE_MS + 1)).toBe(true);
  expect(isLate(rules(), 'orders', 59 * MINUTE_MS)).toBe(false);
  expect(isLate(rules(), null, 59 * 60 * MINUTE_MS)).toBe(false);
});

test('a topic of the operator has a target of its own, or that of general questions', () => {
  expect(isLate(rules(), 'warranty', 10 * MINUTE_MS)).toBe(false);
  expect(isLate(rules(), 'warranty', 11 * MINUTE_MS)).toBe(true);
  expect(isLate(rules(), 'press', 239 * MINUTE_MS)).toBe(false);
  expect(isLate(rules(), 'press', 241 * MINUTE_MS)).toBe(true);
});

describe('where there are chat hours, they alone count', () => {
  const meter = new WaitMeter(rules('Mon-Fri 09:00-17:00'));
  const between = (since: string, now: string) =>
    meter.between(new Date(since), new Date(now)) / MINUTE_MS;

  test('a question of Friday evening has waited ten minutes on Monday at five past nine', () => {
    expect(between('2026-06-12T16:55-04:00', '2026-06-15T09:05-04:00')).toBe(10);
  });

  test('who asks while it is closed begins to wait when it opens', () => {
    expect(between('2026-06-13T12:00-04:00', '2026-06-14T20:00-04:00')).toBe(0);
    expect(between('2026-06-13T12:00-04:00', '2026-06-15T09:01-04:00')).toBe(1);
  });

  test('an hour within them is an hour, whichever day is asked first', () => {
    expect(between('2026-06-17T10:00-04:00', '2026-06-17T11:00-04:00')).toBe(60);
    expect(between('2026-06-16T10:00-04:00', '2026-06-16T11:00-04:00')).toBe(60);
  });

  test('clocks that are set back make no wait longer', () => {
    expect(between('2026-10-30T16:00-04:00', '2026-11-02T10:00-05:00')).toBe(120);
  });
});

test('without hours every minute counts, and a clock that is behind counts nothing', () => {
  const meter = new WaitMeter(rules());
  const noon = new Date('2026-06-12T12:00Z');
  expect(meter.between(noon, new Date('2026-06-13T12:00Z'))).toBe(24 * 60 * MINUTE_MS);
  expect(meter.between(noon, new Date('2026-06-12T11:59Z'))).toBe(0);
});
