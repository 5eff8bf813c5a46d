import { displayName } from '../../../accounts/protocol/member.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { proofComments } from './tables.server.ts';

/** Lists the comments and replies of an order after a position, the oldest first. The caller has checked access. */
export async function listComments(
  db: Database,
  orderId: string,
  after: { readonly at: Date; readonly id: string } | undefined,
  limit: number,
) {
  const rows = await selectComments(db)
    .where(
      and(
        eq(proofComments.orderId, orderId),
        after &&
          sql`(${proofComments.createdAt}, ${proofComments.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(proofComments.createdAt), asc(proofComments.id))
    .limit(limit);
  return rows.map(describeComment);
}

/** Reads a comment or reply of an order, or undefined. The caller has checked access. */
export async function readComment(db: Database, orderId: string, id: string) {
  const [row] = await selectComments(db).where(
    and(eq(proofComments.orderId, orderId), eq(proofComments.id, id)),
  );
  return row && describeComment(row);
}

const selectComments = (db: Database) =>
  db
    .select({
      comment: proofComments,
      fileName: files.name,
      fullName: profiles.fullName,
      email: profiles.email,
    })
    .from(proofComments)
    .innerJoin(files, eq(files.id, proofComments.fileId))
    .leftJoin(profiles, eq(profiles.id, proofComments.memberId));

type Row = Awaited<ReturnType<typeof selectComments>>[number];

function describeComment({ comment, fileName, fullName, email }: Row) {
  return {
    id: comment.id,
    fileId: comment.fileId,
    fileName,
    number: comment.number,
    replyTo: comment.replyTo,
    page: comment.page,
    percentFromLeft: comment.x === null ? null : comment.x / 10,
    percentFromTop: comment.y === null ? null : comment.y / 10,
    milliseconds: comment.atMs,
    author: comment.side,
    by: comment.program ?? (email ? displayName(fullName, email) : null),
    text: comment.text,
    at: comment.createdAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
    resolvedAt: comment.resolvedAt?.toISOString() ?? null,
  };
}
