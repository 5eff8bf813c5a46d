import { describe, expect, test } from 'vitest';
import { daysOf, readPeriod } from './report-period.ts';
import { EMPTY, type Report } from './report.ts';
import {
  exportCell,
  exportColumns,
  formatCell,
  formatSeconds,
  describeMissingDays,
  toTables,
} from './report-tables.ts';
import { writeCsv } from '../../platform/csv.ts';

const NEW_YORK = 'America/New_York';
/** In New York this is still the evening of the 20th. */
const NOW = new Date('2026-11-21T03:00:00Z');
const periodOf = (query: string) => readPeriod(new URLSearchParams(query), NEW_YORK, NOW);

describe('the period of a report', () => {
  test.each([
    ['', '30', '2026-10-22', '2026-11-20'],
    ['period=today', 'today', '2026-11-20', '2026-11-20'],
    ['period=7', '7', '2026-11-14', '2026-11-20'],
    ['period=never', '30', '2026-10-22', '2026-11-20'],
    ['from=2026-03-01&to=2026-03-31', 'custom', '2026-03-01', '2026-03-31'],
  ])('%j is read in the time zone of the desk', (query, preset, from, to) => {
    expect(periodOf(query)).toEqual({ preset, from, to });
  });

  test.each([
    ['from=2026-02-30&to=2026-03-01', 'first and last day'],
    ['from=2026-03-01', 'first and last day'],
    ['from=2026-03-02&to=2026-03-01', 'after the last'],
    ['from=2027-01-01&to=2027-01-02', 'future'],
    ['from=2025-01-01&to=2026-11-20', 'at most 366'],
    ["from=2026-01-01'--&to=x", 'first and last day'],
  ])('%j is answered with what is wrong', (query, problem) => {
    expect(periodOf(query)).toMatchObject({
      preset: '30',
      problem: expect.stringContaining(problem) as string,
    });
  });

  test('has every day once, also when clocks change', () => {
    const days = daysOf({ from: '2026-10-31', to: '2026-11-02' });
    expect(days).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
  });
});

test('a figure out of fewer than five says so, on the page and in the file', () => {
  const few = { kind: 'seconds', value: 90, of: 4 } as const;
  const enough = { ...few, of: 5 };
  expect([formatCell(few), formatCell(enough)]).toEqual(['not enough data', '2 min']);
  expect([exportCell(few), exportCell(enough)]).toEqual(['', '90']);
  expect(formatCell({ kind: 'share', value: 0.875, of: 8 })).toBe('88%');
  expect(formatCell({ kind: 'score', value: null, of: 0 })).toBe('–');
});

test('a column of estimates says how far off they are; a day is never one', () => {
  const report: Report = {
    total: EMPTY,
    byDay: [],
    byHour: [],
    byAgent: [],
    byTopic: [],
    byService: [],
    waitingNow: { count: 0, longestSeconds: null },
    comments: [],
    isEstimate: true,
    missingDays: 0,
  };
  const period = { preset: 'custom', from: '2026-01-01', to: '2026-04-30' } as const;
  const estimates = (of: Report) =>
    toTables(of, period).map((table) => exportColumns(table).filter((name) => name.includes('±')));
  const each = [
    'First response, median ±2% (seconds)',
    'First response, 90th percentile ±2% (seconds)',
    'Resolution, median ±2% (seconds)',
    'Resolution, 90th percentile ±2% (seconds)',
  ];
  expect(estimates(report)).toEqual([[], each, each, each, each]);
  expect(estimates({ ...report, isEstimate: false }).flat()).toEqual([]);
});

test('a report that is not whole says how many days it leaves out', () => {
  expect(describeMissingDays({ missingDays: 0 })).toBeUndefined();
  expect(describeMissingDays({ missingDays: 1 })).toMatch(
    /^One day of this period is still being counted/,
  );
  expect(describeMissingDays({ missingDays: 12 })).toMatch(
    /^12 days .* Open the report again in a minute/,
  );
});

test('times are written as a person says them', () => {
  expect([0, 59, 61, 3599, 7500, 97_320, 200_000].map(formatSeconds)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 h',
    '2 h 5 min',
    '1 d 3 h',
    '2 d 7 h',
  ]);
});

test('a CSV file quotes what must be, and hands no formula to a spreadsheet', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("a","b")'];
  expect(writeCsv([['Name', 'a "b", c', 'two\nlines'], formulas])).toBe(
    '\uFEFFName,"a ""b"", c","two\nlines"\r\n' +
      `'=1+1,'+1,'-1,'@SUM(A1),'\tx,"'=HYPERLINK(""a"",""b"")"\r\n`,
  );
});
