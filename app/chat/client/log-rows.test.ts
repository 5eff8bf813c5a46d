import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, toRows, type Between, type Line } from './log-rows.ts';

const NOW = new Date(2026, 5, 12, 15);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute);

function line(key: string, writtenAt: Date, more: Partial<Line> = {}): Line {
  return { key, writtenAt, author: 'visitor', status: 'sent', ...more };
}

/** Describes rows as strings: a day by its label, a line with a star if its time is shown below. */
function words(items: readonly (Line | Between)[], hasDays = true): string[] {
  return toRows(items, NOW, hasDays).map((row) => {
    if ('label' in row) return row.label;
    return 'hasMeta' in row && row.hasMeta ? `${row.key}*` : row.key;
  });
}

describe('lines of one person', () => {
  test('within five minutes share what stands under the last', () => {
    expect(words([line('a', at(12, 9)), line('b', at(12, 9, 4))], false)).toEqual(['a', 'b*']);
  });

  test.each([
    ['five minutes apart', line('b', at(12, 9, 5))],
    ['of two people', line('b', at(12, 9, 1), { author: 'agent Maya' })],
    ['of which one is read', line('b', at(12, 9, 1), { status: 'seen' })],
  ])('%s have each their own', (_, next) => {
    expect(words([line('a', at(12, 9)), next], false)).toEqual(['a*', 'b*']);
  });

  test('that failed have each their own, because each has its buttons', () => {
    const failed = { status: 'failed' };
    expect(words([line('a', at(12, 9), failed), line('b', at(12, 9), failed)], false)).toEqual([
      'a*',
      'b*',
    ]);
  });

  test('on both sides of midnight do not belong together', () => {
    expect(words([line('a', at(11, 23, 59)), line('b', at(12, 0, 1))])).toEqual([
      'Yesterday',
      'a*',
      'Today',
      'b*',
    ]);
  });

  test('are parted by whatever stands between them', () => {
    const note: Between = { key: 'note', writtenAt: at(12, 9, 1) };
    expect(words([line('a', at(12, 9)), note, line('b', at(12, 9, 2))], false)).toEqual([
      'a*',
      'note',
      'b*',
    ]);
  });
});

describe('days', () => {
  test('stand above what has no time and belongs to what follows', () => {
    expect(words([line('a', at(10, 9)), { key: 'joined' }, line('b', at(12, 9))])).toEqual([
      'Wednesday, June 10',
      'a*',
      'Today',
      'joined',
      'b*',
    ]);
  });

  test('begin with a note as with a message', () => {
    const note: Between = { key: 'note', writtenAt: at(11, 9) };
    expect(words([line('a', at(10, 9)), note, line('b', at(12, 9))])).toEqual([
      'Wednesday, June 10',
      'a*',
      'Yesterday',
      'note',
      'Today',
      'b*',
    ]);
  });

  test('are left out where nobody wants them', () => {
    expect(words([line('a', at(10, 9)), line('b', at(12, 9))], false)).toEqual(['a*', 'b*']);
  });
});

test('whatever is said: nothing is lost or moved, each day stands once, the last line tells its time', () => {
  const one = fc.record({
    minutes: fc.integer({ min: 0, max: 3000 }),
    author: fc.constantFrom('visitor', 'agent Maya', 'agent Ines', undefined),
    status: fc.constantFrom('sent', 'seen', 'failed', null),
    isDated: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (said) => {
      let minute = 0;
      const items = said.map(({ minutes, author, status, isDated }, index): Line | Between => {
        minute += minutes;
        const writtenAt = at(1, 0, minute);
        const key = `${index}`;
        if (author !== undefined) return { key, writtenAt, author, status };
        return isDated ? { key, writtenAt } : { key };
      });
      const rows = toRows(items, NOW);
      const shown = rows.filter((row) => !('label' in row));
      expect(shown.map(({ key }) => key)).toEqual(items.map(({ key }) => key));
      const days = new Set(items.flatMap(({ writtenAt }) => (writtenAt ? dayOf(writtenAt) : [])));
      expect(rows.filter((row) => 'label' in row)).toHaveLength(days.size);
      const last = rows.filter(
        (row, index) => 'hasMeta' in row && !('hasMeta' in (rows[index + 1] ?? {})),
      );
      expect(last.every((row) => 'hasMeta' in row && row.hasMeta)).toBe(true);
    }),
  );
});
