import { t, msg } from '../../../i18n/translate.ts';
import { and, asc, eq, isNull, ne, or, sql, type SQL, getTableColumns } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { LANGUAGES, type Language } from '../../../platform/languages.ts';
import { toText } from '../../../platform/shown-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import {
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
  replyTextField,
  SHORTCUT,
  SHORTCUT_MAX_LENGTH,
} from '../../protocol/rules.ts';
import { cannedReplies, cannedReplyTexts } from './tables.server.ts';
import type { CannedReply, TextsByLanguage } from '../../protocol/views.ts';

/** Longer lists are too hard to search. */
export const SHARED_REPLIES_AT_MOST = 300;
export const OWN_REPLIES_AT_MOST = 200;

const GONE = msg('This reply no longer exists. The list is now up to date.');

/**
 * Returns the owner's replies, if there is an owner, and the shared ones by shortcut. For equal shortcuts the
 * owner's reply comes first.
 */
export async function readCannedReplies(
  db: Database,
  owner: Pick<Member, 'id'> | null,
): Promise<CannedReply[]> {
  const rows = await db
    .select({
      ...getTableColumns(cannedReplies),
      texts: sql<TextsByLanguage>`(
        select coalesce(jsonb_object_agg(${cannedReplyTexts.language}, ${cannedReplyTexts.text}), '{}')
        from ${cannedReplyTexts} where ${cannedReplyTexts.replyId} = ${cannedReplies.id})`,
    })
    .from(cannedReplies)
    .where(
      or(
        isNull(cannedReplies.ownerId),
        owner === null ? undefined : eq(cannedReplies.ownerId, owner.id),
      ),
    )
    .orderBy(asc(cannedReplies.shortcut), sql`${cannedReplies.ownerId} is null`)
    .limit(SHARED_REPLIES_AT_MOST + OWN_REPLIES_AT_MOST);
  return rows.map(({ id, shortcut, text, texts, ownerId }) => ({
    id,
    shortcut,
    text,
    texts,
    isShared: ownerId === null,
  }));
}

export interface SaveCannedReply {
  readonly id?: string;
  readonly shortcut: string;
  readonly text: string;
  /** The texts in other languages. An empty text removes the stored one, a missing one keeps it. */
  readonly texts?: TextsByLanguage;
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
      "Use 1 to {shortcutMaxLength, plural, one {# letter} other {# letters}}, digits and hyphens, such as ''next-steps''.",
      { shortcutMaxLength: SHORTCUT_MAX_LENGTH },
    );
    throw new RefusedError(400, how, 'shortcut');
  }
  if (text === '') throw new RefusedError(400, t('Write the reply.'), 'text');
  if (text.length > MESSAGE_MAX_LENGTH) throw new RefusedError(413, t(MESSAGE_TOO_LONG), 'text');
  const texts = readTexts(save.texts ?? {});
  const now = appContext.clock.now();
  const saved =
    save.id === undefined
      ? await insert(appContext, member, save.isShared, texts, {
          shortcut,
          text,
          createdAt: now,
          updatedAt: now,
        })
      : await update(appContext, member, save.id, texts, { shortcut, text, updatedAt: now });
  if (saved) return shortcut;
  throw new RefusedError(409, t('A reply /{shortcut} already exists.', { shortcut }), 'shortcut');
}

interface LanguageText {
  readonly language: Language;
  readonly text: string;
}

function readTexts(texts: TextsByLanguage): LanguageText[] {
  return LANGUAGES.flatMap((language) => {
    const typed = texts[language];
    if (typed === undefined) return [];
    const text = toText(typed, MESSAGE_MAX_LENGTH);
    if (text.length > MESSAGE_MAX_LENGTH) {
      throw new RefusedError(413, t(MESSAGE_TOO_LONG), replyTextField(language));
    }
    return { language, text };
  });
}

async function writeTexts(
  tx: Database,
  replyId: string,
  texts: readonly LanguageText[],
): Promise<void> {
  for (const { language, text } of texts) {
    if (text === '') {
      await tx
        .delete(cannedReplyTexts)
        .where(and(eq(cannedReplyTexts.replyId, replyId), eq(cannedReplyTexts.language, language)));
    } else {
      await tx
        .insert(cannedReplyTexts)
        .values({ replyId, language, text })
        .onConflictDoUpdate({
          target: [cannedReplyTexts.replyId, cannedReplyTexts.language],
          set: { text },
        });
    }
  }
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

/** Returns false if the shortcut is taken. Throws {@link RefusedError} 409 for a full list. */
async function insert(
  appContext: ChangeContext,
  member: Member,
  isShared: boolean,
  texts: readonly LanguageText[],
  values: Pick<typeof cannedReplies.$inferInsert, 'shortcut' | 'text' | 'createdAt' | 'updatedAt'>,
): Promise<boolean> {
  if (isShared && !may(member, 'manage-shared-replies')) {
    throw new RefusedError(403, t('Only managers and admins can write replies for everyone.'));
  }
  const ownerId = isShared ? null : member.id;
  return change(appContext, undefined, async (tx) => {
    await lockReplies(tx);
    const inList = sql`${cannedReplies.ownerId} is not distinct from ${ownerId}`;
    const most = isShared ? SHARED_REPLIES_AT_MOST : OWN_REPLIES_AT_MOST;
    if ((await tx.$count(cannedReplies, inList)) >= most) {
      const how = isShared
        ? t('There are already {most} replies for everyone. Delete one first.', { most })
        : t('You already have {most} replies of your own. Delete one first.', { most });
      throw new RefusedError(409, how, 'shortcut');
    }
    const [inserted] = await tx
      .insert(cannedReplies)
      .values({ ...values, ownerId })
      .onConflictDoNothing()
      .returning({ id: cannedReplies.id });
    if (inserted) await writeTexts(tx, inserted.id, texts);
    return inserted !== undefined;
  });
}

async function update(
  appContext: ChangeContext,
  member: Member,
  id: string,
  texts: readonly LanguageText[],
  values: Pick<typeof cannedReplies.$inferInsert, 'shortcut' | 'text' | 'updatedAt'>,
): Promise<boolean> {
  return change(appContext, undefined, async (tx) => {
    await lockReplies(tx);
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
    await writeTexts(tx, id, texts);
    return true;
  });
}

/** Serialises concurrent changes that choose the same shortcut or the last place in a list. */
async function lockReplies(tx: Database): Promise<void> {
  await tx.execute(sql`lock table ${cannedReplies} in share row exclusive mode`);
}

/** Members may change their own replies and, with the permission, shared ones. */
function mayChange(member: Member): SQL | undefined {
  const own = eq(cannedReplies.ownerId, member.id);
  return may(member, 'manage-shared-replies') ? or(own, isNull(cannedReplies.ownerId)) : own;
}
