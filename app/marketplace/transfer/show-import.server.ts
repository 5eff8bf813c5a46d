import type { KnownCatalogue } from '../live-catalogue.server.ts';
import { describeChange, type FieldChange } from '../publish/describe-change.ts';
import { compareImport, type RowFault } from './compare-import.ts';
import { readFile } from './read-file.ts';

/** So many are named one by one, the others counted: a page is to be read. */
const SHOWN = 100;

/** What a file would change, for a person to read before it does. */
export interface ImportView {
  readonly revision: number;
  readonly changeCount: number;
  readonly newCount: number;
  readonly unchangedCount: number;
  readonly changes: readonly {
    readonly number: number;
    readonly title: string;
    readonly isNew: boolean;
    readonly fields: readonly FieldChange[];
  }[];
  readonly faults: readonly RowFault[];
  readonly faultCount: number;
}

/** Compares a file with what is published; throws as `readFile` does for what cannot be read. */
export function showImport(
  { catalogue }: KnownCatalogue,
  text: string,
  currency?: string,
): { view: ImportView } {
  const { content, revision } = catalogue;
  const { changes, faults, unchangedCount } = compareImport(content, readFile(text), currency);
  return {
    view: {
      revision,
      changeCount: changes.length,
      newCount: changes.filter(({ id }) => id === undefined).length,
      unchangedCount,
      changes: changes.slice(0, SHOWN).map(({ number, title, id, before, fields }) => ({
        number,
        title,
        isNew: id === undefined,
        fields: describeChange(
          before,
          // An amount is read in its currency.
          before === null ? fields : { currency: before.currency, ...fields },
        ),
      })),
      faults: faults.slice(0, SHOWN),
      faultCount: faults.length,
    },
  };
}
