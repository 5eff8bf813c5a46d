import { msg, sourceOf } from '../../i18n/sentence.ts';
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
  revision: count('Revision of the exported catalogue'),
  services: v.pipe(
    v.array(CatalogueRow),
    v.description('Published services, including hidden services'),
  ),
  nextCursor,
});

const change = v.object({
  number: count('Row number'),
  title: v.string(),
  isNew: v.boolean(),
  fields: v.array(
    v.object({
      label: described('Label of the field in the service form'),
      before: v.optional(described('Published value; omitted if the value is new')),
      after: v.string(),
    }),
  ),
});

export const Difference = v.object({
  revision: count('Catalogue revision that the file was compared with, to send with the import'),
  changeCount: count('Number of services that the import would change or add'),
  newCount: count('Number of services that the import would add'),
  unchangedCount: count('Number of rows that match the published catalogue'),
  changes: v.pipe(v.array(change), v.description('Changed services, up to 100 entries')),
  faults: v.pipe(v.array(fault), v.description('Errors in the file, up to 100 entries')),
  faultCount: count('Number of errors in the file; a file with errors cannot be imported'),
});

export const Imported = v.object({
  revision: count('Catalogue revision that the import created'),
  count: count('Number of services changed or added'),
});

const PATH = `${API_PATH}/catalogue`;
const FILE = {
  kind: 'file',
  description:
    'A CSV file with a header row, or JSON with the rows under `services`: at most 10,000 rows and 8 MB. Rows are matched by `id`; a row without an `id` adds a service. Missing rows and columns change nothing.',
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
      'Every published service as a row of text fields, including hidden services, in pages. If something is published between two requests, the next page is rejected: start again from the first page.',
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
    description: msg('The same data in one file, as exported from /team/catalogue.'),
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
    title: msg('Preview an import'),
    description: msg('Compares a file with the published catalogue. Nothing is changed.'),
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
      "Publishes the whole file as one publication, or nothing at all. Rejected if the catalogue has changed since the comparison, so sending the file twice doesn't apply it twice.",
    ),
    query: v.object({
      revision: whole(
        0,
        2_000_000_000,
        sourceOf(msg('The `revision` returned by the comparison or the export')),
      ),
      note: v.pipe(
        field(LIMITS.publicationNote),
        v.description(sourceOf(msg('Shown in the publication history'))),
      ),
    }),
    body: FILE,
    answer: Imported,
    example: `${PATH}/import?revision=12`,
    sample: { revision: 13, count: 1 },
    async run(appContext, { revision, note }, { name, trace }, sent: string) {
      const { faults } = await compare(appContext, sent);
      if (faults.length > 0) {
        throw new ApiProblem('unusable-rows', 'Nothing was imported: the file contains errors.', {
          faults,
        });
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
    'The catalogue has changed since the previous page. Start again without a cursor.',
  );
}
