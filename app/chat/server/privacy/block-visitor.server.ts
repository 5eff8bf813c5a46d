import { t } from '../../../i18n/translate.ts';
import { eq, inArray, or, sql, notLike } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import {
  addressSubject,
  KEYED,
  subjectOfHash,
} from '../../../accounts/server/audit/address-subject.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { lockVisitor } from '../assignment/lock-visitor.server.ts';
import { BLOCK_NOTE_MAX_LENGTH, CHAT_BLOCKED } from '../../protocol/rules.ts';
import type { BlockView } from '../../protocol/visitor-list.ts';
import { conversations, visitorBlocks, visitorBrowsers } from '../tables.server.ts';
import { toSent } from '../../../platform/sent.ts';
import { chatMessage } from '../../stored-messages.ts';

/** Rolls back the transaction of a refused chat. */
class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly blockId: string;

  constructor(blockId: string) {
    super('Blocked');
    this.blockId = blockId;
  }
}

/**
 * Blocks an address and every browser that has chatted with it: blocked browsers can neither start chats nor
 * write, under any address. Throws {@link RefusedError} 409 if the address is already blocked.
 */
export async function blockVisitor(
  appContext: ChangeContext,
  trace: Trace,
  email: string,
  typedNote: string,
): Promise<void> {
  const note = toText(typedNote, BLOCK_NOTE_MAX_LENGTH);
  if (note === '') throw new RefusedError(400, t('Enter a reason for your colleagues.'), 'note');
  if (note.length > BLOCK_NOTE_MAX_LENGTH) {
    throw new RefusedError(
      400,
      t(
        'Use at most {blockNoteMaxLength, plural, one {# character} other {# characters}} for the reason.',
        {
          blockNoteMaxLength: BLOCK_NOTE_MAX_LENGTH,
        },
      ),
      'note',
    );
  }
  await change(appContext, trace, async (tx, after) => {
    const subject = await addressSubject(tx, email);
    const browserCount = await block(tx, subject, {
      email,
      note,
      blockedBy: trace.member?.id,
      createdAt: appContext.clock.now(),
    });
    after.audit('visitor-blocked', {
      subject,
      detail: chatMessage('chat.browsers-blocked', { count: browserCount }),
    });
  });
}

async function block(
  tx: Database,
  addressHash: string,
  values: Omit<typeof visitorBlocks.$inferInsert, 'addressHash'> & { readonly email: string },
): Promise<number> {
  // The lock serialises this with messages being sent: a message is saved before the lock or sees the block.
  const visitor = await lockVisitor(tx, values.email);
  const [made] = await tx
    .insert(visitorBlocks)
    .values({ ...values, addressHash })
    .onConflictDoNothing({ target: visitorBlocks.addressHash })
    .returning({ id: visitorBlocks.id });
  if (!made) throw new RefusedError(409, t('This visitor is already blocked.'));
  if (!visitor) return 0;
  const browsers = await tx
    .update(visitorBrowsers)
    .set({ blockId: made.id })
    .where(
      inArray(
        visitorBrowsers.id,
        tx
          .select({ id: conversations.browserId })
          .from(conversations)
          .where(eq(conversations.visitorId, visitor.id)),
      ),
    )
    .returning({ id: visitorBrowsers.id });
  return browsers.length;
}

export async function unblockVisitor(
  appContext: ChangeContext,
  trace: Trace,
  blockId: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const [ended] = await tx
      .delete(visitorBlocks)
      .where(eq(visitorBlocks.id, blockId))
      .returning({ subject: visitorBlocks.addressHash });
    if (!ended) throw new RefusedError(409, t('This visitor is no longer blocked.'));
    after.audit('visitor-unblocked', ended);
  });
}

/** Throws if the browser or the address is blocked. Must run inside {@link unlessBlocked}. */
export async function refuseBlocked(tx: Database, browserId: string, email: string): Promise<void> {
  const [block] = await tx
    .select({ id: visitorBlocks.id })
    .from(visitorBlocks)
    .where(
      or(
        eq(visitorBlocks.addressHash, await addressSubject(tx, email)),
        eq(
          visitorBlocks.id,
          tx
            .select({ id: visitorBrowsers.blockId })
            .from(visitorBrowsers)
            .where(eq(visitorBrowsers.id, browserId)),
        ),
      ),
    )
    .limit(1);
  if (block) throw new Blocked(block.id);
}

/**
 * Runs the start of a chat in a transaction. A blocked start is rolled back, and only an attempt is counted
 * at the block.
 */
export async function unlessBlocked<T>(
  appContext: ChangeContext,
  start: (tx: Database, after: After) => Promise<T>,
): Promise<T> {
  try {
    return await change(appContext, undefined, start);
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    await change(appContext, undefined, (tx) =>
      tx
        .update(visitorBlocks)
        .set({
          attemptCount: sql`${visitorBlocks.attemptCount} + 1`,
          lastAttemptAt: appContext.clock.now(),
        })
        .where(eq(visitorBlocks.id, error.blockId)),
    );
    throw new RefusedError(403, t(CHAT_BLOCKED));
  }
}

/** Finds the block even after the address itself was erased. */
export async function readBlockOf(db: Database, email: string): Promise<BlockView | undefined> {
  const { id, note, createdAt, attemptCount, lastAttemptAt } = visitorBlocks;
  const [row] = await db
    .select({
      id,
      email: visitorBlocks.email,
      note,
      blockedBy: profiles.fullName,
      createdAt,
      attemptCount,
      lastAttemptAt,
    })
    .from(visitorBlocks)
    .leftJoin(profiles, eq(profiles.id, visitorBlocks.blockedBy))
    .where(eq(visitorBlocks.addressHash, await addressSubject(db, email)));
  return row && toSent(row);
}

/**
 * Migrates blocks with unkeyed address hashes to keyed hashes, so that they keep working. Idempotent and safe
 * to run concurrently.
 */
export async function keyOldBlocks(db: Database): Promise<void> {
  const old = await db
    .select({ id: visitorBlocks.id, addressHash: visitorBlocks.addressHash })
    .from(visitorBlocks)
    .where(notLike(visitorBlocks.addressHash, `${KEYED}%`));
  for (const { id, addressHash } of old) {
    // oxlint-disable-next-line no-await-in-loop -- once in an installation's life, a row at a time
    const subject = await subjectOfHash(db, addressHash);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await db.update(visitorBlocks).set({ addressHash: subject }).where(eq(visitorBlocks.id, id));
  }
}
