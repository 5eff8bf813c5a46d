import { titleOfPiece } from '../content/pieces.ts';
import type { EntryFields, EntryKind } from './entry.ts';

/** What an entry is called in lists and in the history. `fields` has its id, too. */
export function titleOfEntry(kind: EntryKind, fields: EntryFields): string {
  return kind === 'text' ? titleOfPiece(String(fields.id), fields) : String(fields.title);
}
