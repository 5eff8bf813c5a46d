import * as v from 'valibot';
import { COLUMNS } from '../../catalogue/server/transfer/columns.ts';
import { count, described, Fault, nextCursor } from '../protocol/schemas.ts';

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
  faults: v.pipe(v.array(Fault), v.description('What is wrong, the first hundred')),
  faultCount: count('With any, nothing can be imported'),
});

export const Imported = v.object({
  revision: count('The publication it became'),
  count: count('Services that changed'),
});
