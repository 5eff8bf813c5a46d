import { t, msg } from '../../../i18n/translate.ts';
import { and, asc, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import {
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
  SHORTCUT,
  SHORTCUT_MAX_LENGTH,
} from '../../protocol/rules.ts';
import { cannedReplies } from './tables.server.ts';
import type { CannedReply } from '../../protocol/views.ts';

/** A longer list is too hard to search. */
const REPLIES_AT_MOST = 500;

const GONE = msg('This reply does not exist any more. The list is up to date now.');

/**
 * Returns the owner's replies, if there is an owner, and the shared ones by shortcut. For equal shortcuts the
 * owner's reply comes first.
 */
export async function readCannedReplies(
  db: Database,
  owner: Pick<Member, 'id'> | null,
): Promise<CannedReply[]> {
  const rows = await db
    .select()
    .from(cannedReplies)
    .where(
      or(
        isNull(cannedReplies.ownerId),
        owner === null ? undefined : eq(cannedReplies.ownerId, owner.id),
      ),
    )
    .orderBy(asc(cannedReplies.shortcut), sql`${cannedReplies.ownerId} is null`)
    .limit(REPLIES_AT_MOST);
  return rows.map(({ id, shortcut, text, spanish, ownerId }) => ({
    id,
    shortcut,
    text,
    spanish,
    isShared: ownerId === null,
  }));
}

export interface SaveCannedReply {
  readonly id?: string;
  readonly shortcut: string;
  readonly text: string;
  /** Empty for none. Undefined keeps the stored text if the form had no such field. */
  readonly spanish?: string;
  /** Shared replies are managed by managers and admins. The value cannot change later. */
  readonly isShared: boolean;
}

export async function saveCannedReply(
  appContext: ChangeContext,
  member: Member,
  save: SaveCannedReply,
): Promise<string> {
  const shortcut = save.shortcut.trim().replace(/^\//, '').toLowerCase();
  const text = toText(save.text, MESSAGE_MAX_LENGTH);
  if (shortcut.length > SHORTCUT_MAX_LENGTH || !SHORTCUT.test(shortcut)) {
    const how = t(
      "Please use 1 to {shortcutMaxLength} letters, digits and hyphens, such as ''next-steps''.",
      { shortcutMaxLength: SHORTCUT_MAX_LENGTH },
    );
    throw new RefusedError(400, how, 'shortcut');
  }
  if (text === '') throw new RefusedError(400, t('Please write the reply.'), 'text');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, t(MESSAGE_TOO_LONG), 'text');
  const spanish = save.spanish === undefined ? undefined : toText(save.spanish, MESSAGE_MAX_LENGTH);
  if (spanish && spanish.length > MESSAGE_MAX_LENGTH) {
    throw new RefusedError(413, t(MESSAGE_TOO_LONG), 'spanish');
  }
  const texts = { shortcut, text, ...(spanish !== undefined && { spanish: spanish || null }) };
  const now = appContext.clock.now();
  const saved =
    save.id === undefined
      ? await insert(appContext, member, save.isShared, {
          ...texts,
          createdAt: now,
          updatedAt: now,
        })
      : await update(appContext, member, save.id, { ...texts, updatedAt: now });
  if (saved) return shortcut;
  throw new RefusedError(409, t('There is a reply /{shortcut} already.', { shortcut }), 'shortcut');
}

export async function deleteCannedReply(
  appContext: ChangeContext,
  member: Member,
  id: string,
): Promise<void> {
  await change(appContext, undefined, (tx) =>
    tx.delete(cannedReplies).where(and(eq(cannedReplies.id, id), mayChange(member))),
  );
}

/** Returns false if the shortcut is taken. */
async function insert(
  appContext: ChangeContext,
  member: Member,
  isShared: boolean,
  values: Pick<
    typeof cannedReplies.$inferInsert,
    'shortcut' | 'text' | 'spanish' | 'createdAt' | 'updatedAt'
  >,
): Promise<boolean> {
  if (isShared && !may(member, 'manage-shared-replies')) {
    throw new RefusedError(403, t('Only managers and admins write replies for everybody.'));
  }
  const inserted = await change(appContext, undefined, (tx) =>
    tx
      .insert(cannedReplies)
      .values({ ...values, ownerId: isShared ? null : member.id })
      .onConflictDoNothing()
      .returning({ id: cannedReplies.id }),
  );
  return inserted.length > 0;
}

async function update(
  appContext: ChangeContext,
  member: Member,
  id: string,
  values: Pick<typeof cannedReplies.$inferInsert, 'shortcut' | 'text' | 'spanish' | 'updatedAt'>,
): Promise<boolean> {
  return change(appContext, undefined, async (tx) => {
    // The lock serialises concurrent changes that choose the same shortcut.
    await tx.execute(sql`lock table ${cannedReplies} in share row exclusive mode`);
    const [reply] = await tx
      .select({ ownerId: cannedReplies.ownerId })
      .from(cannedReplies)
      .where(and(eq(cannedReplies.id, id), mayChange(member)));
    if (!reply) throw new RefusedError(404, t(GONE));
    const isOther = and(
      eq(cannedReplies.shortcut, values.shortcut),
      sql`${cannedReplies.ownerId} is not distinct from ${reply.ownerId}`,
      ne(cannedReplies.id, id),
    );
    if (await tx.$count(cannedReplies, isOther)) return false;
    await tx.update(cannedReplies).set(values).where(eq(cannedReplies.id, id));
    return true;
  });
}

/** Members may change their own replies and, with the permission, shared ones. */
function mayChange(member: Member): SQL | undefined {
  const own = eq(cannedReplies.ownerId, member.id);
  return may(member, 'manage-shared-replies') ? or(own, isNull(cannedReplies.ownerId)) : own;
}
