import { say, sayAny } from '../../platform/say.ts';
import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { files } from './tables.server.ts';
import { isOwn, type FileOwner } from './upload-place.server.ts';

/** What a file goes with, in the words of its refusals. */
const CARRIERS = {
  message: 'message',
  delivery: 'delivery',
  refund: 'refund request',
  brief: 'brief',
} as const;

/**
 * Locks the files that a message, or a part of an order, is to carry and makes sure that it may: they
 * were added there by whoever sends it, are complete and on the disk, and go with no other. Throws
 * {@link RefusedError}: 400 for one twice, 409 for one that is not complete or was sent, 410 for
 * one that is not there or somebody else's.
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
      say('A {carrier} can have a file only once.', { carrier: sayAny(carrier) }),
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
      say('A file of this {carrier} is not available any more. Please add it again.', {
        carrier: sayAny(carrier),
      }),
      'files',
    );
  }
  if (rows.some(({ position }) => position !== null)) {
    throw new RefusedError(
      409,
      say('A file of this {carrier} was sent with another one already. Please remove it here.', {
        carrier: sayAny(carrier),
      }),
      'files',
    );
  }
  if (rows.some(({ storedAt }) => storedAt === null)) {
    throw new RefusedError(
      409,
      say('A file of this {carrier} is not here yet. It is sent again when it is.', {
        carrier: sayAny(carrier),
      }),
      'files',
    );
  }
  return fileIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** What files go with; the brief is a part of its order, which they name already. */
export type Carrier =
  | { readonly messageId: string }
  | { readonly deliveryId: string }
  | { readonly refundRequestId: string }
  | 'brief';

/** Has it carry these files, in this order; they are locked. */
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

/** Which files a message carries, in their order. */
export async function readFileIds(db: Database, messageId: string): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.messageId, messageId))
    .orderBy(files.position);
  return rows.map(({ id }) => id);
}
