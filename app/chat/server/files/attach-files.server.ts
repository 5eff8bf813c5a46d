import { t, msg, type Sentence } from '../../../i18n/translate.ts';
import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { files } from './tables.server.ts';
import { isOwn, type FileOwner } from './upload-place.server.ts';

interface Refusals {
  readonly duplicate: Sentence;
  readonly missing: Sentence;
  readonly sent: Sentence;
  readonly incomplete: Sentence;
}

/** Whole sentences, because other languages change the words around each noun. */
const REFUSALS: Readonly<Record<FileOwner['purpose'], Refusals>> = {
  message: {
    duplicate: msg('A message can include each file only once.'),
    missing: msg('A file in this message is no longer available. Add it again.'),
    sent: msg('A file in this message was already sent with another one. Remove it here.'),
    incomplete: msg(
      "A file in this message hasn't finished uploading. We'll try again when it has.",
    ),
  },
  delivery: {
    duplicate: msg('A delivery can include each file only once.'),
    missing: msg('A file in this delivery is no longer available. Add it again.'),
    sent: msg('A file in this delivery was already sent with another one. Remove it here.'),
    incomplete: msg(
      "A file in this delivery hasn't finished uploading. We'll try again when it has.",
    ),
  },
  refund: {
    duplicate: msg('A refund request can include each file only once.'),
    missing: msg('A file in this refund request is no longer available. Add it again.'),
    sent: msg('A file in this refund request was already sent with another one. Remove it here.'),
    incomplete: msg(
      "A file in this refund request hasn't finished uploading. We'll try again when it has.",
    ),
  },
  brief: {
    duplicate: msg('A brief can include each file only once.'),
    missing: msg('A file in this brief is no longer available. Add it again.'),
    sent: msg('A file in this brief was already sent with another one. Remove it here.'),
    incomplete: msg("A file in this brief hasn't finished uploading. We'll try again when it has."),
  },
};

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
  const refusals = REFUSALS[owner.purpose];
  if (new Set(fileIds).size < fileIds.length) {
    throw new RefusedError(400, t(refusals.duplicate), 'files');
  }
  const rows = await tx
    .select()
    .from(files)
    .where(inArray(files.id, [...fileIds]))
    .orderBy(files.id)
    .for('update');
  if (rows.length < fileIds.length || !rows.every((row) => isOwn(row, owner))) {
    throw new RefusedError(410, t(refusals.missing), 'files');
  }
  if (rows.some(({ position }) => position !== null)) {
    throw new RefusedError(409, t(refusals.sent), 'files');
  }
  if (rows.some(({ storedAt }) => storedAt === null)) {
    throw new RefusedError(409, t(refusals.incomplete), 'files');
  }
  return fileIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The files of a brief may come from the order form, and follow those that the order already has. */
export type Carrier =
  | { readonly messageId: string }
  | { readonly deliveryId: string }
  | { readonly refundRequestId: string }
  | { readonly orderId: string; readonly position: number };

/** Attaches the files in this order. The caller must hold their locks. */
export async function attachFiles(
  tx: Database,
  carrier: Carrier,
  fileIds: readonly string[],
): Promise<void> {
  const first = 'position' in carrier ? carrier.position : 0;
  await tx.execute(sql`
    update files set ${nameCarrier(carrier)} position = sent.position - 1 + ${first}::integer,
      network = null
    from unnest(${sql.param(fileIds)}::uuid[]) with ordinality sent(id, position)
    where files.id = sent.id`);
}

function nameCarrier(carrier: Carrier): SQL {
  if ('messageId' in carrier) return sql`message_id = ${carrier.messageId}::uuid,`;
  if ('deliveryId' in carrier) return sql`delivery_id = ${carrier.deliveryId}::uuid,`;
  if ('refundRequestId' in carrier) {
    return sql`refund_request_id = ${carrier.refundRequestId}::uuid,`;
  }
  return sql`order_id = ${carrier.orderId}::uuid, form_key = null,`;
}

export async function readFileIds(db: Database, messageId: string): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.messageId, messageId))
    .orderBy(files.position);
  return rows.map(({ id }) => id);
}
