import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { t } from '../../../i18n/translate.ts';
import type { Actor } from '../access.server.ts';
import { deliveries, type OrderRow } from '../tables.server.ts';
import { proofComments } from './tables.server.ts';

export type CommentRow = typeof proofComments.$inferSelect;

export function sideOf({ kind }: Pick<Actor, 'kind'>): CommentRow['side'] {
  return kind === 'buyer' ? 'buyer' : 'team';
}

/** The holder of the order's secret and a client who is signed in are different authors (rule 304). */
export function isAuthor(
  {
    side,
    memberId,
    program,
    clientId,
  }: Pick<CommentRow, 'side' | 'memberId' | 'program' | 'clientId'>,
  actor: Actor,
): boolean {
  if (side !== sideOf(actor)) return false;
  if (side === 'buyer') return clientId === (actor.clientId ?? null);
  if (program !== null) return program === actor.program;
  return memberId !== null && memberId === actor.memberId;
}

/** The reason why nobody can comment on the deliveries of this order, or undefined. */
export function whyNoComments({ state }: Pick<OrderRow, 'state'>): string | undefined {
  return state === 'cancelled' || state === 'refunded'
    ? t('This order is closed, so comments can no longer be added. Ask in the chat.')
    : undefined;
}

/** Throws {@link RefusedError} 409 if the order takes no comments. */
export function requireTakesComments(order: Pick<OrderRow, 'state'>): void {
  const reason = whyNoComments(order);
  if (reason !== undefined) throw new RefusedError(409, reason);
}

/** The caller holds the lock of the order. Throws {@link RefusedError} 404. */
export async function requireComment(
  tx: Database,
  { id: orderId }: Pick<OrderRow, 'id'>,
  fileId: string,
  id: string,
): Promise<CommentRow> {
  const [comment] =
    isUuid(id) && isUuid(fileId)
      ? await tx
          .select()
          .from(proofComments)
          .where(
            and(
              eq(proofComments.id, id),
              eq(proofComments.orderId, orderId),
              eq(proofComments.fileId, fileId),
            ),
          )
      : [];
  if (!comment) {
    throw new RefusedError(404, t('This comment was deleted. Reload the page to see the others.'));
  }
  return comment;
}

/** Open comments on the deliveries of the order's current milestone, which a revision request includes. */
export function openCommentsOf(
  db: Database,
  { id: orderId, milestone }: Pick<OrderRow, 'id' | 'milestone'>,
) {
  return db
    .select({
      id: proofComments.id,
      isAnswered: sql<boolean>`exists (
        select 1 from deliveries d where d.order_id = ${proofComments.orderId}
          and d.milestone is not distinct from ${deliveries.milestone}
          and d.created_at > ${proofComments.createdAt})`,
    })
    .from(proofComments)
    .innerJoin(deliveries, eq(deliveries.id, proofComments.deliveryId))
    .where(
      and(
        eq(proofComments.orderId, orderId),
        isNull(proofComments.replyTo),
        isNull(proofComments.resolvedAt),
        sql`${deliveries.milestone} is not distinct from ${milestone}`,
      ),
    )
    .orderBy(proofComments.createdAt, proofComments.id);
}
