import { eq } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { hintOrder } from '../order/announce-order.server.ts';
import type { Turn } from '../order/as-actor.server.ts';
import { readComment } from './add-comment.server.ts';
import {
  isAuthor,
  requireComment,
  requireTakesComments,
  sideOf,
  type CommentRow,
} from './comment-rows.server.ts';
import { proofComments, revisionComments } from './tables.server.ts';

/**
 * Changes the words of the author's own comment or reply, while nobody relies on them. Idempotent. Throws
 * {@link RefusedError}: 404, 400, 403, 409.
 */
export async function editComment(
  turn: Turn,
  fileId: string,
  id: string,
  typed: string,
): Promise<void> {
  const { tx, order, appContext } = turn;
  const comment = await requireOwn(turn, fileId, id);
  const text = readComment(typed, t('Write what you would like to say.'));
  if (text === comment.text) return;
  await requireUnanswered(tx, comment);
  await tx
    .update(proofComments)
    .set({ text, editedAt: appContext.clock.now() })
    .where(eq(proofComments.id, id));
  await hintOrder(tx, turn.after, appContext, order);
}

/** Deletes the author's own comment or reply, while nobody relies on it. Throws {@link RefusedError}: 404, 403, 409. */
export async function deleteComment(turn: Turn, fileId: string, id: string): Promise<void> {
  const { tx, order, appContext } = turn;
  const comment = await requireOwn(turn, fileId, id);
  await requireUnanswered(tx, comment);
  await tx.delete(proofComments).where(eq(proofComments.id, id));
  await hintOrder(tx, turn.after, appContext, order);
}

/** Both sides resolve comments and open them again. Idempotent. Throws {@link RefusedError}: 404, 409. */
export async function resolveComment(
  turn: Turn,
  fileId: string,
  id: string,
  isResolved: boolean,
): Promise<void> {
  const { tx, order, actor, appContext } = turn;
  const comment = await requireComment(tx, order, fileId, id);
  if (comment.replyTo !== null) {
    throw new RefusedError(409, t('Only whole comments are resolved, not replies.'));
  }
  requireTakesComments(order);
  if ((comment.resolvedAt !== null) === isResolved) return;
  await tx
    .update(proofComments)
    .set(
      isResolved
        ? {
            resolvedAt: appContext.clock.now(),
            resolvedSide: sideOf(actor),
            resolvedById: actor.memberId ?? null,
          }
        : { resolvedAt: null, resolvedSide: null, resolvedById: null },
    )
    .where(eq(proofComments.id, id));
  await hintOrder(tx, turn.after, appContext, order);
}

async function requireOwn(
  { tx, order, actor }: Turn,
  fileId: string,
  id: string,
): Promise<CommentRow> {
  const comment = await requireComment(tx, order, fileId, id);
  if (!isAuthor(comment, actor)) {
    throw new RefusedError(403, t('Only its author can change this comment. Reply to it instead.'));
  }
  requireTakesComments(order);
  return comment;
}

async function requireUnanswered(tx: Database, { id, resolvedAt }: CommentRow): Promise<void> {
  const [reply] = await tx
    .select({ id: proofComments.id })
    .from(proofComments)
    .where(eq(proofComments.replyTo, id))
    .limit(1);
  const [requested] = await tx
    .select({ id: revisionComments.commentId })
    .from(revisionComments)
    .where(eq(revisionComments.commentId, id))
    .limit(1);
  if (reply === undefined && requested === undefined && resolvedAt === null) return;
  throw new RefusedError(
    409,
    requested === undefined
      ? t('This comment was answered or resolved, so it stays as it is. Reply to it instead.')
      : t('This comment is part of a revision request, so it stays as it is. Reply to it instead.'),
  );
}
