import { eq, or } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { accessToVisitor } from '../access.server.ts';
import { visitorBlocks, visitors } from '../tables.server.ts';
import { blockVisitor, unblockVisitor } from './block-visitor.server.ts';

// A row of the list of visitors has the id of a visitor, or of the block of an address that was erased or never wrote.

/** Returns null for an erased address. */
export async function readListedEmail(db: Database, row: string): Promise<string | null> {
  const found = (await findVisitor(db, row)) ?? (await findBlock(db, row));
  return found?.email ?? null;
}

/** Blocks the visitor of a row. Throws {@link RefusedError} 404 for a visitor whom the member may not see, and 409. */
export async function blockListed(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  row: string,
  note: string,
): Promise<void> {
  const { db } = appContext;
  const visitor = await findVisitor(db, row);
  if (!visitor && (await findBlock(db, row))) {
    throw new RefusedError(409, t('This visitor is already blocked.'));
  }
  if (!visitor || !(await accessToVisitor(db, member, row))) throw gone();
  await blockVisitor(appContext, trace, visitor.email, note);
}

/** Ends the block of a row. Throws {@link RefusedError} 404 for a visitor whom the member may not see, and 409. */
export async function unblockListed(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  row: string,
): Promise<void> {
  const { db } = appContext;
  if ((await findVisitor(db, row)) && !(await accessToVisitor(db, member, row))) throw gone();
  const block = await findBlock(db, row);
  if (!block) throw new RefusedError(409, t('This visitor is no longer blocked.'));
  await unblockVisitor(appContext, trace, block.id);
}

const gone = () => new RefusedError(404, t('This visitor is no longer stored.'));

async function findVisitor(db: Database, id: string) {
  const [visitor] = await db
    .select({ email: visitors.email })
    .from(visitors)
    .where(eq(visitors.id, id));
  return visitor;
}

/** Returns the block with this id, or that of the visitor with this id. */
async function findBlock(db: Database, id: string) {
  const [block] = await db
    .select({ id: visitorBlocks.id, email: visitorBlocks.email })
    .from(visitorBlocks)
    .leftJoin(visitors, eq(visitors.email, visitorBlocks.email))
    .where(or(eq(visitorBlocks.id, id), eq(visitors.id, id)));
  return block;
}
