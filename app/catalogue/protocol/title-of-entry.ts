import { titleOfPiece } from './pieces.ts';
import type { EntryFields, EntryKind } from './entry.ts';

/** `fields` must include the id. */
export function titleOfEntry(kind: EntryKind, fields: EntryFields): string {
  return kind === 'text' ? titleOfPiece(String(fields.id), fields) : String(fields.title);
}
