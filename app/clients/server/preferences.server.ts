import { eq } from 'drizzle-orm';
import { scheduleMail } from '../../chat/server/email/schedule-mail.server.ts';
import { conversations, visitors } from '../../chat/server/tables.server.ts';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Language } from '../../platform/languages.ts';
import { t } from '../../i18n/translate.ts';
import type { Client, ClientContext } from './client-context.server.ts';
import { clients } from './tables.server.ts';

/** Null for an address that has no conversation, for which there is nothing to choose. */
export async function readAnswersByEmail(db: Database, { email }: Client): Promise<boolean | null> {
  const [row] = await db
    .select({ stoppedAt: visitors.mailsStoppedAt })
    .from(visitors)
    .where(eq(visitors.email, email));
  return row ? row.stoppedAt === null : null;
}

/**
 * Turns emails about unread answers on or off for all conversations of the address, including those whose emails the
 * reader stopped before.
 */
export async function saveAnswersByEmail(
  appContext: ClientContext,
  { email }: Client,
  isWanted: boolean,
): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    const [visitor] = await tx
      .update(visitors)
      .set({ mailsStoppedAt: isWanted ? null : appContext.clock.now() })
      .where(eq(visitors.email, email))
      .returning({ id: visitors.id });
    if (!visitor) return;
    const theirs = eq(conversations.visitorId, visitor.id);
    if (!isWanted) {
      await tx.update(conversations).set({ mailDueAt: null }).where(theirs);
      return;
    }
    const resumed = await tx
      .update(conversations)
      .set({ mailsStoppedAt: null })
      .where(theirs)
      .returning({ id: conversations.id });
    for (const { id } of resumed) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
      await scheduleMail(tx, id);
    }
  });
}

/**
 * Saves the client's language. Emails about conversations and orders use it from then on, because they are written in
 * the language of the conversation. Throws {@link RefusedError} 400 for a language that the shop does not offer.
 */
export async function saveLanguage(
  appContext: ClientContext,
  { id, email }: Client,
  typed: string,
): Promise<Language> {
  const language = appContext.settings.languages.offered.find((offered) => offered === typed);
  if (language === undefined) {
    throw new RefusedError(400, t('Choose one of the languages.'), 'language');
  }
  await change(appContext, undefined, async (tx) => {
    await tx.update(clients).set({ language }).where(eq(clients.id, id));
    const [visitor] = await tx
      .select({ id: visitors.id })
      .from(visitors)
      .where(eq(visitors.email, email));
    if (!visitor) return;
    await tx.update(conversations).set({ language }).where(eq(conversations.visitorId, visitor.id));
  });
  return language;
}
