import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from './at-once.ts';
import { readingCsv, writeCsv } from './csv.ts';

const readCsv = (text: string) => atOnce(readingCsv(text));

test('what was written is read again, whatever it says', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '=1+1',
      "'=1",
      '"',
      'a,b',
      'a;b',
      'two\nlines',
      '-5',
      'é',
      '',
      "a;'=1",
      '\t=1',
      "x\n'-",
    ),
    fc.string({ unit: fc.constantFrom('=', "'", ';', '\t', '\n', '\r', '-', 'a', '"', ',') }),
  );
  const row = fc.array(cell, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (body) => {
      const rows = [['id', 'title', 'more'], ...body];
      expect(readCsv(writeCsv(rows))).toEqual(rows);
    }),
  );
});

test('whatever separates the cells for a spreadsheet, none begins with a formula', () => {
  const sheet = writeCsv([
    ['name', 'note'],
    ['Anna;=1+41;x', 'two\n=1+1'],
    ['tab\t@sum', '"quoted";-2'],
  ]);
  for (const separator of [',', ';', '\t', '\n']) {
    const cells = sheet.split(/[\r\n]/).flatMap((line) => line.split(separator));
    expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  }
});

test('a spreadsheet’s own way is read: semicolons, bare line feeds, no end', () => {
  expect(readCsv('id;title\n1;"Book; bound"\n2;Cut')).toEqual([
    ['id', 'title'],
    ['1', 'Book; bound'],
    ['2', 'Cut'],
  ]);
});

test.each(['sep=;\r\n', '\uFEFF"sep=;"\n', 'SEP=;\r'])(
  'a line that tells the separator is no row: %j',
  (line) => {
    expect(readCsv(`${line}id;title, note\r\n1;a,b,c`)).toEqual([
      ['id', 'title, note'],
      ['1', 'a,b,c'],
    ]);
  },
);

test('cells that are pasted have tabs, and what follows a quotation mark belongs to its cell', () => {
  expect(readCsv('\nid\ttitle\n1\t"Book" bound, cut\n')).toEqual([
    [''],
    ['id', 'title'],
    ['1', 'Book bound, cut'],
  ]);
});

test('a quote that is never closed is no file', () => {
  expect(readCsv('id,title\n1,"Book\n2,Cut')).toBeUndefined();
});

test('a large file is read whole', () => {
  const [, row] = readCsv(`id\n${'"a""b",'.repeat(200_000)}\n`) ?? [];
  expect(new Set(row)).toEqual(new Set(['a"b', '']));
  expect(row).toHaveLength(200_001);
  expect(readCsv('"'.repeat(500_000))).toEqual([['"'.repeat(249_999)]]);
});
