import { randomUUID } from 'node:crypto';
import { change } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Editor } from '../drafts/editor.ts';
import { applyPublication, lockCatalogue } from '../publish/apply-publication.server.ts';
import type { PublicationHost } from '../publish/publication-host.ts';
import { readRevision } from '../read-catalogue.server.ts';
import { compareImport } from './compare-import.ts';
import { readFile } from './read-file.ts';

export interface Import {
  /** The file, as it was shown. */
  readonly text: string;
  /** What it was compared with when it was shown. */
  readonly revision: number;
  readonly note: string;
  /** The shop's, for new services of which the file says none. */
  readonly currency?: string;
}

/**
 * Publishes what a file says, whole, as one publication, or nothing of it. Whoever imports has seen
 * what it changes: where the catalogue is another since, they see it again first.
 */
export async function importCatalogue(
  host: PublicationHost,
  editor: Editor,
  { text, revision, note, currency }: Import,
): Promise<{ readonly revision: number; readonly count: number }> {
  const rows = readFile(text);
  return change(host, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    const { catalogue } = host;
    if ((await readRevision(tx)) !== revision || catalogue.revision !== revision) {
      throw new RefusedError(
        409,
        'The catalogue has changed meanwhile. Nothing was imported: please look at the difference again.',
      );
    }
    const { changes, faults } = compareImport(catalogue.content, rows, currency);
    if (faults.length > 0) {
      throw new RefusedError(400, 'Nothing was imported: there are mistakes in the file.');
    }
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
