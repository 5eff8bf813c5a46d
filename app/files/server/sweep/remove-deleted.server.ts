import { asc, eq, gt } from 'drizzle-orm';
import { deletedFiles } from '../../../chat/server/files/tables.server.ts';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Files } from '../open-files.server.ts';

const AT_ONCE = 50;

/** The number of running backups. A backup must not lose bytes that its rows name. */
let holds = 0;

/** Pauses the removal of bytes until the returned function is called. */
export function holdRemovals(): () => void {
  holds += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
  };
}

/**
 * Removes the bytes of files whose rows are gone: erased visitors, expired conversations, unsent messages. The
 * database keeps a note for each file, so that another run finishes after a crash.
 */
export async function removeDeleted(host: ChangeHost & { readonly files: Files }): Promise<void> {
  let last = '';
  for (;;) {
    if (holds > 0) return;
    const rows = await host.db
      .select({ id: deletedFiles.id })
      .from(deletedFiles)
      .where(last === '' ? undefined : gt(deletedFiles.id, last))
      .orderBy(asc(deletedFiles.id))
      .limit(AT_ONCE);
    // A failing removal does not stop the others: its note stays for the next run.
    for (const { id } of rows) {
      await remove(host, id).catch((error: unknown) => {
        host.log.error({ err: error, fileId: id }, 'The bytes of a file were not removed');
      });
    }
    last = rows.at(-1)?.id ?? '';
    if (rows.length < AT_ONCE) return;
  }
}

async function remove(host: ChangeHost & { readonly files: Files }, id: string): Promise<void> {
  const { store, uploads } = host.files;
  await store.remove(id);
  await uploads.remove(id);
  await change(host, undefined, (tx) => tx.delete(deletedFiles).where(eq(deletedFiles.id, id)));
}
