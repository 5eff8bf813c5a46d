import { monitorEventLoopDelay } from 'node:perf_hooks';
import { useCatalogueDesk } from '../../../../tests/support/catalogue-desk.ts';
import { CATALOGUE } from '../../../../tests/support/catalogue.ts';
import { auditOf, refusalOf } from '../../../../tests/support/team.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { COLUMNS, toRows } from './columns.ts';
import { compareImport, importCatalogue, showImport } from './import-catalogue.server.ts';
import { exportCatalogue } from './export-catalogue.server.ts';
import { decodeFile } from '../../../platform/decode-file.ts';
import { readFile } from './read-file.ts';
import { expect, test } from 'vitest';

const desk = useCatalogueDesk();
const { store } = desk;

const csv = (rows: readonly Readonly<Record<string, string>>[], columns = COLUMNS) =>
  writeCsv([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
const bring = (text: string, revision = desk.live.current.revision) =>
  importCatalogue(desk.appContext, desk.ines, { text, revision, note: '' });
const rowOf = (slug: string) =>
  toRows(desk.live.current.content).find((row) => row.slug === slug) ?? {};

test.each(['csv', 'json'] as const)(
  'an export as %s changes nothing when it comes back',
  async (format) => {
    const file = await exportCatalogue(desk.appContext, desk.ines.trace, format);
    const rows = readFile(file);
    expect(rows).toHaveLength(125);
    expect(compareImport(CATALOGUE.content, rows)).toEqual({
      changes: [],
      faults: [],
      unchangedCount: 125,
    });
    expect((await refusalOf(bring(file))).message).toContain('already published');
    expect(await auditOf(store.db, 'catalogue-exported')).toHaveLength(1);
  },
);

test('a row that is wrong is a fault alone: neither a change nor one that changes nothing', () => {
  const { id: first = '' } = rowOf('book-design');
  const { id: second = '', price: same = '' } = rowOf('book-covers');
  const compared = compareImport(
    desk.live.current.content,
    readFile(
      csv(
        [
          { id: first, price: 'a lot' },
          { id: second, price: same },
          { id: '', price: '-3' },
        ],
        ['id', 'price'],
      ),
    ),
  );
  expect(new Set(compared.faults.map(({ number }) => number))).toEqual(new Set([2, 4]));
  expect(compared).toMatchObject({ changes: [], unchangedCount: 1 });
});

test('changed rows and new ones are one publication, and what is not in the file stays', async () => {
  const { id = '' } = rowOf('book-design');
  const text = csv(
    [
      { id, price: '1999', title: 'Book Design' },
      {
        price: '80',
        title: 'Maps',
        group: 'graphics/print-design',
        summary: 'Charts.',
        description: 'Charts of your waters.',
      },
    ],
    ['id', 'title', 'price', 'group', 'summary', 'description'],
  );
  // An empty cell clears the field. Only a missing column leaves the field unchanged.
  const { faults } = compareImport(desk.live.current.content, readFile(text));
  expect(faults.map(({ number, field }) => [number, field])).toEqual([
    [2, 'group'],
    [2, 'summary'],
    [2, 'description'],
  ]);
  await bring(csv([{ id, price: '1999' }], ['id', 'price']));
  const { group, summary, description } = { ...rowOf('book-covers') };
  await bring(
    csv(
      [
        { title: 'Maps', price: '80', group: group!, summary: summary!, description: description! },
      ].map((row) => ({ id: '', ...row })),
      ['id', 'title', 'price', 'group', 'summary', 'description'],
    ),
  );
  expect(desk.live.current.revision).toBe(3);
  expect(desk.live.current.services).toHaveLength(126);
  expect(desk.live.current.findService('graphics', 'book-design')).toMatchObject({
    price: { amount: 199_900, note: 'per book' },
  });
  expect(desk.live.current.findService('graphics', 'maps')).toMatchObject({ art: null });
});

test('a file with one mistake changes nothing, and each is named by its row', async () => {
  const [first, second] = toRows(desk.live.current.content);
  const text = csv([
    { ...first, price: '0' },
    { ...second, price: '5' },
    { ...second, slug: first?.slug ?? '' },
    { ...first, id: '00000000-0000-4000-8000-000000000000' },
  ]);
  const { faults } = compareImport(desk.live.current.content, readFile(text));
  expect(faults.map(({ number, field }) => [number, field])).toEqual([
    [2, 'price'],
    [4, 'id'],
    [4, 'slug'],
    [5, 'id'],
  ]);
  expect((await refusalOf(bring(text))).status).toBe(400);
  expect(desk.live.current.revision).toBe(1);
});

test('a row is named by the number a spreadsheet gives it, and one with too many cells is no row', () => {
  const { id = '' } = rowOf('book-design');
  const text = `id;price;isHidden;;\r\n\r\n${id};0;;;\r\n;;;;\r\n${id};5;ja;;\r\n=cmd();5;;;lost\r\n`;
  const { faults } = compareImport(desk.live.current.content, readFile(text));
  expect(faults.map(({ number, field }) => [number, field])).toEqual([
    [3, 'price'],
    [5, 'id'],
    [5, 'isHidden'],
    [6, 'id'],
  ]);
  expect(faults.at(-1)?.text).toContain('more cells than there are columns');
});

test('a file is read in UTF-8 and as its mark says; another is refused', () => {
  const text = 'id,title\n,Diseño';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  expect(decodeFile(Buffer.from(`\uFEFF${text}`))).toBe(text);
  expect(decodeFile(utf16)).toBe(text);
  expect(decodeFile(Buffer.from(utf16).swap16())).toBe(text);
  for (const other of [
    Buffer.from(text, 'latin1'),
    Buffer.from(text, 'utf16le'),
    Buffer.from('PK\0'),
  ]) {
    expect(() => readFile(decodeFile(other))).toThrow("isn't in UTF-8");
  }
});

test('two who swap addresses in one file are refused: they stay their owners’', () => {
  const [first, second] = toRows(desk.live.current.content);
  const text = csv([
    { ...first, slug: second?.slug ?? '' },
    { ...second, slug: first?.slug ?? '' },
  ]);
  expect(compareImport(desk.live.current.content, readFile(text)).faults).toHaveLength(2);
});

test('who imports has seen what it changes', async () => {
  const text = csv([{ ...rowOf('book-design'), price: '2000' }]);
  await bring(text);
  const other = csv([{ ...rowOf('book-covers'), price: '2000' }]);
  expect((await refusalOf(bring(other, 1))).message).toContain('changed in the meantime');
  expect(desk.live.current.revision).toBe(2);
});

test.each([
  ['', 'Choose a file'],
  ['title\nBook', 'must name the columns'],
  ['id,colour\n1,red', 'Unknown columns: colour'],
  ['id,id\n1,1', 'twice'],
  ['id\n"1', "quotation mark isn't closed"],
  ['id', 'no services'],
  ['{"services": 5}', 'a list of services'],
  ['{"services": [', 'as JSON'],
  ['[{"title": "Book"}, {"price": [5]}]', 'Row 2 must be a service'],
  [`id\n${'1\n'.repeat(10_001)}`, 'at most 10000 at once'],
])('%j is no file to import', (text, says) => {
  expect(() => readFile(text)).toThrow(says);
});

test('a file of ten thousand services is compared and published while everything else goes on', async () => {
  const [like] = toRows(desk.live.current.content);
  const rows = Array.from({ length: 9_875 }, (_, index) => ({
    ...like,
    id: '',
    title: `Chart ${index}`,
    slug: `chart-${index}`,
    place: '',
    popular: '',
  }));
  const text = csv(rows, ['id', 'title', 'slug', 'group', 'summary', 'description', 'price']);
  const turns = monitorEventLoopDelay({ resolution: 5 });
  turns.enable();
  const { view } = await showImport(desk.appContext, text, { page: 99 });
  turns.disable();
  expect(view).toMatchObject({ newCount: 9_875, faultCount: 0, page: 99, pageCount: 99 });
  expect(view.changes).toHaveLength(75);
  // Without turns for others the whole comparison is one wait of seconds; a busy machine alone makes some of 100 ms.
  expect(turns.percentile(99) / 1e6).toBeLessThan(250);
  await bring(text);
  expect(desk.live.current.services).toHaveLength(10_000);
  expect(desk.live.current.findService('graphics', 'chart-9874')?.title).toBe('Chart 9874');
  const one = csv([{ id: '', title: 'One more', slug: 'chart-7' }, ...rows.slice(0, 3)]);
  const faults = await showImport(desk.appContext, one);
  expect(faults.view.faultCount).toBeGreaterThan(3);
  expect(
    (await refusalOf(bring(`${text}\n${text.slice(text.indexOf('\n') + 1)}`))).message,
  ).toContain('at most 10000 at once.');
}, 120_000);
