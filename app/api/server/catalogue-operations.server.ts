import { msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import type { Texts } from '../../catalogue/protocol/read-texts.ts';
import { LIMITS } from '../../catalogue/protocol/limits.ts';
import {
  exportCatalogue,
  noteExport,
} from '../../catalogue/server/transfer/export-catalogue.server.ts';
import { inFileOrder, toRow, COLUMNS } from '../../catalogue/server/transfer/columns.ts';
import {
  importCatalogue,
  showImport,
} from '../../catalogue/server/transfer/import-catalogue.server.ts';
import { field } from '../../platform/fields.ts';
import { readCursor, writeCursor } from './read-parameters.ts';
import { keyedOperation, type Answer, type ApiContext, type KeyedOperation } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { API_PATH } from '../protocol/rules.ts';
import { paging, whole, count, described, fault, nextCursor } from '../protocol/schemas.ts';

// The schemas of the catalogue file that /team/catalogue exports and imports.

const cell = v.optional(v.string());

/** Empty columns are omitted. */
export const CatalogueRow = v.object(
  Object.fromEntries(COLUMNS.map((column) => [column, cell])) as Record<string, typeof cell>,
);

export const FileList = v.object({
  revision: count('The publication that this is'),
  services: v.pipe(v.array(CatalogueRow), v.description('Hidden ones, too')),
  nextCursor,
});

const change = v.object({
  number: count('Of the row'),
  title: v.string(),
  isNew: v.boolean(),
  fields: v.array(
    v.object({
      label: described('As the form calls it'),
      before: v.optional(described('Left out where it is new')),
      after: v.string(),
    }),
  ),
});

export const Difference = v.object({
  revision: count('What it was compared with: send it with the import'),
  changeCount: count('Services that would change'),
  newCount: count('Those of them that would be new'),
  unchangedCount: count('Rows that say what is published'),
  changes: v.pipe(v.array(change), v.description('The first hundred')),
  faults: v.pipe(v.array(fault), v.description('What is wrong, the first hundred')),
  faultCount: count('With any, nothing can be imported'),
});

export const Imported = v.object({
  revision: count('The publication it became'),
  count: count('Services that changed'),
});

const PATH = `${API_PATH}/catalogue`;
const FILE = {
  kind: 'file',
  description:
    'CSV with a head, or JSON with the rows under `services`, at most 10,000 of them and 8 MB. Rows are matched by `id`; without one a row is a new service. What is missing, rows or columns, changes nothing.',
} as const;

const SAMPLE_ROW: Texts = {
  id: '0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a',
  title: 'Book Design',
  slug: 'book-design',
  group: 'graphics/print-design',
  price: '1750',
  currency: 'USD',
  unit: 'flat',
  note: 'per book',
};

/** Imports and exports follow the same rules as the page in the browser. */
export const CATALOGUE_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'exportCatalogue',
    method: 'GET',
    path: PATH,
    scope: 'catalogue:read',
    title: msg('Export the catalogue'),
    description: msg(
      'Every published service as a row of texts, hidden ones too, in pages. Where a publication comes between two pages, the next one is refused: begin again.',
    ),
    query: v.object(paging),
    answer: FileList,
    example: `${PATH}?limit=1`,
    sample: { revision: 12, services: [SAMPLE_ROW], nextCursor: 'WyIxMiIsIjEiXQ' },
    async run(appContext, { limit, cursor }, { trace }) {
      const { content, revision } = appContext.catalogue;
      const ordered = inFileOrder(content);
      const from = cursor === undefined ? 0 : readPlace(cursor, revision);
      if (from === 0) await noteExport(appContext, trace, 'json');
      const end = from + limit;
      return {
        revision,
        services: ordered.slice(from, end).map((entry) => withoutEmpty(toRow(entry))),
        nextCursor: end < ordered.length ? writeCursor([String(revision), String(end)]) : null,
      };
    },
  }),
  keyedOperation({
    id: 'exportCatalogueFile',
    isHeavy: true,
    method: 'GET',
    path: `${PATH}.csv`,
    scope: 'catalogue:read',
    title: msg('Export the catalogue as CSV'),
    description: msg('The same in one file, as /team/catalogue exports it.'),
    answer: v.string(),
    media: 'text/csv',
    example: `${PATH}.csv`,
    sample: 'id,title,slug,…\n0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a,Book Design,book-design,…\n',
    run: (appContext, _input, { trace }) => exportCatalogue(appContext, trace, 'csv'),
  }),
  keyedOperation({
    id: 'compareCatalogue',
    isHeavy: true,
    method: 'POST',
    path: `${PATH}/compare`,
    scope: 'catalogue:read',
    title: msg('See what an import would change'),
    description: msg('The difference between a file and what is published. Nothing is changed.'),
    body: FILE,
    answer: Difference,
    example: `${PATH}/compare`,
    sample: {
      revision: 12,
      changeCount: 1,
      newCount: 0,
      unchangedCount: 124,
      changes: [
        {
          number: 2,
          title: 'Book Design',
          isNew: false,
          fields: [{ label: 'Price', before: '$1,750', after: '$1,800' }],
        },
      ],
      faults: [],
      faultCount: 0,
    },
    run: (appContext, _input, _program, sent: string) => compare(appContext, sent),
  }),
  keyedOperation({
    id: 'importCatalogue',
    isHeavy: true,
    method: 'POST',
    path: `${PATH}/import`,
    scope: 'catalogue:write',
    title: msg('Import the catalogue'),
    description: msg(
      'Publishes what a file says, whole, as one publication, or nothing of it. Refused where the catalogue is another than the one that was compared, so that sending it twice changes nothing twice.',
    ),
    query: v.object({
      revision: whole(0, 2_000_000_000, 'The `revision` that compare, or the export, answered'),
      note: v.pipe(
        field(LIMITS.publicationNote),
        v.description('Stands in the history of publications'),
      ),
    }),
    body: FILE,
    answer: Imported,
    example: `${PATH}/import?revision=12`,
    sample: { revision: 13, count: 1 },
    async run(appContext, { revision, note }, { name, trace }, sent: string) {
      const { faults } = await compare(appContext, sent);
      if (faults.length > 0) {
        throw new ApiProblem(
          'unusable-rows',
          'Nothing was imported: there are mistakes in the file.',
          { faults },
        );
      }
      const editor = { id: null, name: `API key ‘${name}’`, trace };
      return importCatalogue(appContext, editor, {
        text: sent,
        revision,
        note,
        currency: appContext.settings.currency,
      });
    },
  }),
];

async function compare(appContext: ApiContext, sent: string): Promise<Answer<typeof Difference>> {
  const { view } = await showImport(appContext, sent, { currency: appContext.settings.currency });
  return view;
}

function withoutEmpty(row: Texts): v.InferInput<typeof CatalogueRow> {
  return Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''));
}

/**
 * Reads the offset from a cursor. Throws if the catalogue was published since, because offsets are valid for
 * one revision only.
 */
function readPlace(cursor: string, revision: number): number {
  const [of, place] = readCursor(cursor, v.strictTuple([v.string(), v.string()]));
  if (of === String(revision) && /^\d{1,6}$/.test(place)) return Number(place);
  throw new ApiProblem(
    'conflict',
    'The catalogue has changed since the page before. Begin again without a cursor.',
  );
}
