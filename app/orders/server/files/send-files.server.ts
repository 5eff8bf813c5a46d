import {
  attachFiles,
  lockFilesToSend,
  type Carrier,
} from '../../../chat/server/files/attach-files.server.ts';
import { toFileView } from '../../../chat/server/files/read-files.server.ts';
import type { FileOwner } from '../../../chat/server/files/upload-place.server.ts';
import { sayFileCount, type FileView } from '../../../chat/protocol/files.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { isUuid } from '../../../platform/fields.ts';
import { UNEXPECTED } from '../../../platform/read-form.ts';

/**
 * Locks the files that go with a delivery, a refund request or a brief. Either all are uploaded or nothing is
 * sent. Throws {@link RefusedError}: 400 for too many files, and the errors of `lockFilesToSend`.
 */
export async function lockOrderFiles(
  tx: Database,
  owner: FileOwner,
  fileIds: readonly string[],
  { filesPerMessage }: { readonly filesPerMessage: number },
): Promise<FileView[]> {
  if (fileIds.length === 0) return [];
  if (fileIds.length > filesPerMessage) {
    const count = sayFileCount(filesPerMessage);
    throw new RefusedError(
      400,
      say('Please send up to {count}, and untick the others.', { count }),
      'files',
    );
  }
  if (!fileIds.every(isUuid)) throw new RefusedError(400, UNEXPECTED, 'files');
  const rows = await lockFilesToSend(tx, owner, fileIds);
  return rows.map(toFileView);
}

/** Must be called after the delivery, request or brief was inserted. */
export async function sendOrderFiles(
  tx: Database,
  carrier: Carrier,
  sent: readonly FileView[],
): Promise<void> {
  const ids = sent.map(({ id }) => id);
  if (ids.length > 0) await attachFiles(tx, carrier, ids);
}
