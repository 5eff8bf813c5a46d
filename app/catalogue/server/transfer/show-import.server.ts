import { inTurns } from '../../../platform/in-turns.server.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import { describeChange, type FieldChange } from '../../protocol/describe-change.ts';
import { comparingImport, type RowFault } from './compare-import.ts';
import { readingFile } from './read-file.ts';

const SHOWN = 100;

export interface ImportView {
  readonly revision: number;
  readonly changeCount: number;
  readonly newCount: number;
  readonly unchangedCount: number;
  /** The page is one of the errors if there are any, otherwise one of the changes. It starts at 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly changes: readonly {
    readonly number: number;
    readonly title: string;
    readonly isNew: boolean;
    readonly fields: readonly FieldChange[];
  }[];
  readonly faults: readonly RowFault[];
  readonly faultCount: number;
}

/** The promise rejects like `readFile` for an invalid file. */
export async function showImport(
  { catalogue }: KnownCatalogue,
  text: string,
  { currency, page: wanted = 1 }: { readonly currency?: string; readonly page?: number } = {},
): Promise<{ view: ImportView }> {
  const { content, revision } = catalogue;
  const rows = await inTurns(readingFile(text));
  const { changes, faults, unchangedCount } = await inTurns(
    comparingImport(content, rows, currency),
  );
  const pageCount = Math.max(1, Math.ceil((faults.length || changes.length) / SHOWN));
  const page = Math.min(Math.max(1, wanted), pageCount);
  const shown = <T>(all: readonly T[]) => all.slice((page - 1) * SHOWN, page * SHOWN);
  return {
    view: {
      revision,
      changeCount: changes.length,
      newCount: changes.filter(({ id }) => id === undefined).length,
      unchangedCount,
      page,
      pageCount,
      changes: shown(changes).map(({ number, title, id, before, fields }) => ({
        number,
        title,
        isNew: id === undefined,
        fields: describeChange(
          before,
          // The currency is needed to format amounts.
          before === null ? fields : { currency: before.currency, ...fields },
        ),
      })),
      faults: shown(faults),
      faultCount: faults.length,
    },
  };
}
