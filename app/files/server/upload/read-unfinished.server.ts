import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { files } from '../../../chat/server/files/tables.server.ts';
import { isOwn, type FileOwner } from '../../../chat/server/files/upload-place.server.ts';
import type { UnfinishedFile } from '../../../chat/protocol/files.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { takenIn } from '../../../platform/files/uploads/unfinished-uploads.server.ts';
import type { Files } from '../open-files.server.ts';

/** Lists the uploads to an order that their owner can resume by choosing the same file again. */
export async function readUnfinished(
  { db, files: open }: { readonly db: Database; readonly files: Pick<Files, 'uploads'> },
  owner: FileOwner,
): Promise<UnfinishedFile[]> {
  const rows = await db
    .select()
    .from(files)
    .where(
      and(
        eq(files.orderId, owner.orderId ?? ''),
        eq(files.purpose, owner.purpose),
        isNull(files.storedAt),
        isNotNull(files.fingerprint),
      ),
    )
    .orderBy(asc(files.createdAt), asc(files.id));
  return Promise.all(
    rows
      .filter((row) => isOwn(row, owner))
      .map(async ({ id, name, declaredSize, fingerprint }) => ({
        id,
        name,
        size: declaredSize,
        // The process may have died before the first byte.
        sent: (await takenIn(open.uploads, id)) ?? 0,
        fingerprint: fingerprint ?? '',
      })),
  );
}
