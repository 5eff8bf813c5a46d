import { displayName } from '../../../accounts/protocol/member.ts';
import { aliasedTable, and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { msg, t } from '../../../i18n/translate.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { toFileView } from '../../../chat/server/files/read-files.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import type { FileView } from '../../../chat/protocol/files.ts';
import { clients } from '../../../clients/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import {
  inReadingOrder,
  proofKindOf,
  type CommentView,
  type OrderProofs,
  type ProofView,
  type ReplyView,
  type VersionView,
} from '../../protocol/proof.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import type { Actor } from '../access.server.ts';
import { deliveries, orderEvents, orders } from '../tables.server.ts';
import { isAuthor, openCommentsOf, whyNoComments, type CommentRow } from './comment-rows.server.ts';
import { proofComments, revisionComments } from './tables.server.ts';

// Nothing in this file checks access: the callers have done so with access.server.ts.

export const NO_SUCH_PROOF = msg('This file isn’t available for comments.');

/** Finds a file that was sent with a delivery of this order. */
export async function findDeliveredFile(
  db: Database,
  orderId: string,
  fileId: string,
): Promise<{ readonly file: FileView; readonly deliveryId: string } | undefined> {
  if (!isUuid(fileId)) return undefined;
  const [row] = await db
    .select({ file: files, deliveryId: deliveries.id })
    .from(files)
    .innerJoin(deliveries, eq(deliveries.id, files.deliveryId))
    .where(and(eq(files.id, fileId), eq(files.orderId, orderId)));
  return row && { file: toFileView(row.file), deliveryId: row.deliveryId };
}

/** Reads a delivered file with its comments and its versions, or undefined if nobody can comment on such a file. */
export async function readProof(
  db: Database,
  orderId: string,
  fileId: string,
  reader: Actor,
): Promise<ProofView | undefined> {
  const found = await findDeliveredFile(db, orderId, fileId);
  const kind = found && proofKindOf(found.file);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!kind || !order) return undefined;
  const { file } = found;
  const [versions, comments] = await Promise.all([
    readVersions(db, orderId, file.name),
    readComments(db, fileId, reader, order.companyId !== null),
  ]);
  return {
    order: formatOrderNumber(order.number),
    file,
    kind,
    versions,
    comments,
    closedBecause: whyNoComments(order) ?? null,
  };
}

/** Files of the same name in different deliveries are versions (rule 302). */
async function readVersions(db: Database, orderId: string, name: string): Promise<VersionView[]> {
  const delivered = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(asc(deliveries.event));
  const rows = await db
    .select({ file: files, at: deliveries.createdAt })
    .from(files)
    .innerJoin(deliveries, eq(deliveries.id, files.deliveryId))
    .where(and(eq(files.orderId, orderId), eq(files.name, name)))
    .orderBy(asc(deliveries.event), asc(files.position));
  const open = await countComments(db, orderId);
  return rows
    .filter(({ file }) => proofKindOf(toFileView(file)) !== undefined)
    .map(({ file, at }) => ({
      file: toFileView(file),
      delivery: delivered.findIndex(({ id }) => id === file.deliveryId) + 1,
      at: at.toISOString(),
      openCount: open[file.id]?.open ?? 0,
    }));
}

async function countComments(db: Database, orderId: string): Promise<OrderProofs['counts']> {
  const rows = await db
    .select({
      fileId: proofComments.fileId,
      all: count(),
      open: sql<number>`(count(*) filter (where ${proofComments.resolvedAt} is null))::int`,
    })
    .from(proofComments)
    .where(and(eq(proofComments.orderId, orderId), isNull(proofComments.replyTo)))
    .groupBy(proofComments.fileId);
  return Object.fromEntries(rows.map(({ fileId, open, all }) => [fileId, { open, all }]));
}

async function readComments(
  db: Database,
  fileId: string,
  reader: Actor,
  isOfCompany: boolean,
): Promise<CommentView[]> {
  const resolvers = aliasedTable(profiles, 'resolvers');
  const rows = await db
    .select({
      comment: proofComments,
      member: { fullName: profiles.fullName, email: profiles.email },
      resolver: { fullName: resolvers.fullName, email: resolvers.email },
      clientEmail: clients.email,
      clientName: sql<string | null>`(
        select c.visitor_name from conversations c join visitors v on v.id = c.visitor_id
        where v.email = ${clients.email} and c.visitor_name is not null
        order by c.started_at desc limit 1)`,
    })
    .from(proofComments)
    .leftJoin(profiles, eq(profiles.id, proofComments.memberId))
    .leftJoin(resolvers, eq(resolvers.id, proofComments.resolvedById))
    .leftJoin(clients, eq(clients.id, proofComments.clientId))
    .where(eq(proofComments.fileId, fileId))
    .orderBy(asc(proofComments.createdAt), asc(proofComments.number), asc(proofComments.id));
  const requested = new Set(
    rows.length === 0
      ? []
      : (
          await db
            .select({ id: revisionComments.commentId })
            .from(revisionComments)
            .where(
              inArray(
                revisionComments.commentId,
                rows.map(({ comment }) => comment.id),
              ),
            )
        ).map(({ id }) => id),
  );
  type Row = (typeof rows)[number];
  const repliesTo = (id: string) => rows.filter(({ comment }) => comment.replyTo === id);
  const toReply = ({ comment, member, clientEmail, clientName }: Row): ReplyView => ({
    id: comment.id,
    side: comment.side,
    by:
      comment.side === 'team'
        ? (comment.program ?? nameOfMember(member))
        : nameOfClient(clientName, isOfCompany ? clientEmail : null),
    text: comment.text,
    at: comment.createdAt.toISOString(),
    isEdited: comment.editedAt !== null,
    mayChange:
      isAuthor(comment, reader) &&
      comment.resolvedAt === null &&
      !requested.has(comment.id) &&
      repliesTo(comment.id).length === 0,
  });
  return rows
    .filter(({ comment }) => comment.replyTo === null)
    .map((row) => ({
      ...toReply(row),
      number: row.comment.number ?? 0,
      position: positionOf(row.comment),
      resolvedBy: resolvedBy(row.comment, row.resolver),
      isRequested: requested.has(row.comment.id),
      replies: repliesTo(row.comment.id).map(toReply),
    }))
    .toSorted(inReadingOrder);
}

const positionOf = ({ page, x, y, atMs }: CommentRow) => ({ page, x, y, atMs });

function resolvedBy(
  { resolvedAt, resolvedSide }: CommentRow,
  resolver: { readonly fullName: string | null; readonly email: string | null } | null,
): string | null {
  if (resolvedAt === null) return null;
  return resolvedSide === 'buyer' ? t('Buyer') : nameOfMember(resolver);
}

/** Members who have left the team are its words. */
function nameOfMember(
  member: { readonly fullName: string | null; readonly email: string | null } | null,
): string {
  return member?.email ? displayName(member.fullName, member.email) : t('Team');
}

/** The pages of a private order show no part of an email address, because its secret can be shared. */
function nameOfClient(name: string | null, email: string | null): string {
  return email === null ? name?.trim() || t('Buyer') : displayName(name, email);
}

/** Reads what an order's page says about the comments of its deliveries. */
export async function readOrderProofs(
  db: Database,
  order: typeof orders.$inferSelect,
): Promise<OrderProofs> {
  const counts = await countComments(db, order.id);
  if (Object.keys(counts).length === 0) {
    return { counts, openCount: 0, unansweredCount: 0, requested: [] };
  }
  const [open, requested] = await Promise.all([
    openCommentsOf(db, order),
    readRequested(db, order.id),
  ]);
  const unansweredCount = open.filter(({ isAnswered }) => !isAnswered).length;
  return { counts, openCount: open.length, unansweredCount, requested };
}

/** The comments of the newest revision request. A later delivery answers the request. */
async function readRequested(db: Database, orderId: string): Promise<OrderProofs['requested']> {
  const [newest] = await db
    .select({ number: orderEvents.number, transition: orderEvents.transition })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        inArray(orderEvents.transition, ['request-revision', 'deliver']),
      ),
    )
    .orderBy(desc(orderEvents.number))
    .limit(1);
  if (newest?.transition !== 'request-revision') return [];
  const rows = await db
    .select({ comment: proofComments, fileName: files.name })
    .from(revisionComments)
    .innerJoin(proofComments, eq(proofComments.id, revisionComments.commentId))
    .innerJoin(files, eq(files.id, proofComments.fileId))
    .where(and(eq(revisionComments.orderId, orderId), eq(revisionComments.event, newest.number)))
    .orderBy(asc(files.name), asc(files.id), asc(proofComments.number));
  return rows.map(({ comment, fileName }) => ({
    id: comment.id,
    number: comment.number ?? 0,
    fileId: comment.fileId,
    fileName,
    position: positionOf(comment),
    text: comment.text,
    isResolved: comment.resolvedAt !== null,
  }));
}

/** For a person's export: the comments on their orders, and their own on orders of a company. */
export async function exportComments(db: Database, orderIds: readonly string[], email: string) {
  const rows = await db
    .select({
      comment: proofComments,
      file: files.name,
      order: orders.number,
      clientEmail: clients.email,
    })
    .from(proofComments)
    .innerJoin(files, eq(files.id, proofComments.fileId))
    .innerJoin(orders, eq(orders.id, proofComments.orderId))
    .leftJoin(clients, eq(clients.id, proofComments.clientId))
    .where(
      orderIds.length === 0
        ? eq(clients.email, email)
        : sql`(${inArray(proofComments.orderId, [...orderIds])} or ${clients.email} = ${email})`,
    )
    .orderBy(asc(proofComments.createdAt), asc(proofComments.number), asc(proofComments.id));
  return rows.map(({ comment, file, order, clientEmail }) => ({
    order: formatOrderNumber(order),
    file,
    number: comment.number,
    page: comment.page,
    percentFromLeft: comment.x === null ? null : comment.x / 10,
    percentFromTop: comment.y === null ? null : comment.y / 10,
    milliseconds: comment.atMs,
    isReply: comment.replyTo !== null,
    by:
      comment.side === 'team'
        ? 'us'
        : clientEmail === null || clientEmail === email
          ? 'you'
          : 'a colleague',
    text: comment.text,
    at: comment.createdAt,
    editedAt: comment.editedAt,
    resolvedAt: comment.resolvedAt,
  }));
}
