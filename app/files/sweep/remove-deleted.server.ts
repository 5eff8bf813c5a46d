import { asc, eq } from 'drizzle-orm';
import { deletedFiles } from '../../conversation/files/tables.server.ts';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Files } from '../open-files.server.ts';

const AT_ONCE = 50;

/** While a backup reads: what its rows name must not go. */
let holds = 0;

/** Has nothing removed until the returned function is called. */
export function holdRemovals(): () => void {
  holds += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
  };
}

/**
 * Removes the bytes of files whose rows are gone: of erased visitors, of conversations that are not
 * kept, of what was taken back. The database noted them; a process that dies here leaves the note.
 */
export async function removeDeleted(host: ChangeHost & { readonly files: Files }): Promise<void> {
  const { store, uploads } = host.files;
  for (;;) {
    if (holds > 0) return;
    const rows = await host.db
      .select({ id: deletedFiles.id })
      .from(deletedFiles)
      .orderBy(asc(deletedFiles.deletedAt))
      .limit(AT_ONCE);
    for (const { id } of rows) {
      await store.remove(id);
      await uploads.remove(id);
      await change(host, undefined, (tx) => tx.delete(deletedFiles).where(eq(deletedFiles.id, id)));
    }
    if (rows.length < AT_ONCE) return;
  }
}
