import { randomUUID } from 'node:crypto';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { inTurns } from '../../../platform/in-turns.server.ts';
import type { Editor } from '../drafts/editor.ts';
import { applyPublication } from '../publish/apply-publication.server.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import type { PublicationHost } from '../../protocol/publication-host.ts';
import { readRevision } from '../../../shop/read-catalogue.server.ts';
import { comparingImport } from './compare-import.ts';
import { readingFile } from './read-file.ts';

const CHANGED =
  'The catalogue has changed meanwhile. Nothing was imported: please look at the difference again.';

export interface Import {
  readonly text: string;
  /** The comparison was made with this revision. */
  readonly revision: number;
  readonly note: string;
  /** New services without a currency in the file get the shop's currency. */
  readonly currency?: string;
}

/**
 * The changes are published together or not at all. The import is refused if the catalogue has changed since the
 * user saw the comparison.
 */
export async function importCatalogue(
  host: PublicationHost,
  editor: Editor,
  { text, revision, note, currency }: Import,
): Promise<{ readonly revision: number; readonly count: number }> {
  const { catalogue } = host;
  if (catalogue.revision !== revision) throw new RefusedError(409, CHANGED);
  const rows = await inTurns(readingFile(text));
  // The comparison runs before the lock is taken. The revision is checked again under the lock.
  const { changes, faults } = await inTurns(comparingImport(catalogue.content, rows, currency));
  if (faults.length > 0) {
    throw new RefusedError(400, 'Nothing was imported: there are mistakes in the file.');
  }
  return change(host, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    if ((await readRevision(tx)) !== revision) throw new RefusedError(409, CHANGED);
    const made = await applyPublication(tx, after, host, editor, {
      note: note === '' ? 'Imported from a file' : note,
      changes: changes.map(({ id, fields }) => ({
        kind: 'service' as const,
        id: id ?? randomUUID(),
        fields,
      })),
    });
    if (made === undefined) {
      throw new RefusedError(409, 'The file says what is published already.');
    }
    return { revision: made, count: changes.length };
  });
}
