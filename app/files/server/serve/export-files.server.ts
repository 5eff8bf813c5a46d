import { Readable } from 'node:stream';
import { exportedName } from '../../../chat/server/files/read-files.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { TAR_END, tarHeader, tarPadding } from '../../../platform/tar.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import type { Files } from '../open-files.server.ts';
import type { FileStore } from '../../../platform/files/store/file-store.server.ts';
import { fileMessage } from '../../stored-messages.ts';

export type ReadFilesAbout = (
  db: Database,
  email: string,
) => PromiseLike<
  readonly { readonly id: string; readonly name: string; readonly storedAt: Date | null }[]
>;

/**
 * Streams the files stored about an email address as a tar archive, and records the export in the audit log.
 * Names match the JSON export, so two files with the same name do not collide.
 */
export async function exportFiles(
  appContext: ChangeContext & { readonly files: Files },
  trace: Trace,
  email: string,
  /** One reader per module that stores files about a person. */
  readers: readonly ReadFilesAbout[],
): Promise<Readable> {
  const subject = await addressSubject(appContext.db, email);
  await recordAudit(appContext, trace, 'visitor-exported', {
    subject,
    detail: fileMessage('files.exported'),
  });
  const held = (await Promise.all(readers.map((read) => read(appContext.db, email)))).flat();
  const stored = held.filter(({ storedAt }) => storedAt !== null);
  return Readable.from(archiveOf(appContext.files.store, stored), { objectMode: false });
}

async function* archiveOf(
  store: FileStore,
  held: readonly { readonly id: string; readonly name: string }[],
): AsyncGenerator<Buffer> {
  for (const { id, name } of held) {
    // oxlint-disable-next-line no-await-in-loop -- an archive has one entry after the other
    const found = await store.open(id, 'original');
    if (!found) continue;
    yield tarHeader({ name: exportedName(id, name), size: found.size });
    for await (const chunk of found.stream) yield chunk as Buffer;
    yield tarPadding(found.size);
  }
  yield TAR_END;
}
