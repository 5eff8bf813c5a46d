import { t, msg } from '../../../i18n/translate.ts';
import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { files } from './tables.server.ts';
import { isOwn, type FileOwner } from './upload-place.server.ts';

const CARRIERS = {
  message: msg('message'),
  delivery: msg('delivery'),
  refund: msg('refund request'),
  brief: msg('brief'),
} as const;

/**
 * Locks the files to send and checks them: uploaded there by the same sender, complete, stored and unsent.
 * Throws {@link RefusedError}: 400 for a duplicate, 409 for an incomplete or sent file, 410 for a missing
 * file or another sender's.
 */
export async function lockFilesToSend(
  tx: Database,
  owner: FileOwner,
  fileIds: readonly string[],
): Promise<(typeof files.$inferSelect)[]> {
  const carrier = CARRIERS[owner.purpose];
  if (new Set(fileIds).size < fileIds.length) {
    throw new RefusedError(
      400,
      t('A {carrier} can have a file only once.', { carrier: t(carrier) }),
      'files',
    );
  }
  const rows = await tx
    .select()
    .from(files)
    .where(inArray(files.id, [...fileIds]))
    .orderBy(files.id)
    .for('update');
  if (rows.length < fileIds.length || !rows.every((row) => isOwn(row, owner))) {
    throw new RefusedError(
      410,
      t('A file of this {carrier} is not available any more. Please add it again.', {
        carrier: t(carrier),
      }),
      'files',
    );
  }
  if (rows.some(({ position }) => position !== null)) {
    throw new RefusedError(
      409,
      t('A file of this {carrier} was sent with another one already. Please remove it here.', {
        carrier: t(carrier),
      }),
      'files',
    );
  }
  if (rows.some(({ storedAt }) => storedAt === null)) {
    throw new RefusedError(
      409,
      t('A file of this {carrier} is not here yet. It is sent again when it is.', {
        carrier: t(carrier),
      }),
      'files',
    );
  }
  return fileIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** A brief needs no id, because its files already reference the order. */
export type Carrier =
  | { readonly messageId: string }
  | { readonly deliveryId: string }
  | { readonly refundRequestId: string }
  | 'brief';

/** Attaches the files in this order. The caller must hold their locks. */
export async function attachFiles(
  tx: Database,
  carrier: Carrier,
  fileIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update files set ${nameCarrier(carrier)} position = sent.position - 1
    from unnest(${sql.param(fileIds)}::uuid[]) with ordinality sent(id, position)
    where files.id = sent.id`);
}

function nameCarrier(carrier: Carrier): SQL {
  if (carrier === 'brief') return sql``;
  if ('messageId' in carrier) return sql`message_id = ${carrier.messageId}::uuid,`;
  if ('deliveryId' in carrier) return sql`delivery_id = ${carrier.deliveryId}::uuid,`;
  return sql`refund_request_id = ${carrier.refundRequestId}::uuid,`;
}

export async function readFileIds(db: Database, messageId: string): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.messageId, messageId))
    .orderBy(files.position);
  return rows.map(({ id }) => id);
}
