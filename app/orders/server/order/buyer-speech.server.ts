import { eq } from 'drizzle-orm';
import { conversations } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { speaking } from '../../../platform/speech.server.ts';

export type InBuyersWords = <T>(write: () => T) => T;

/**
 * Returns the language for texts to a buyer: that of the conversation, or the default language if the
 * conversation was deleted.
 */
export async function speechOfBuyer(
  db: Database,
  { languages, formats }: Pick<Settings, 'languages' | 'formats'>,
  conversationId: string | null,
): Promise<InBuyersWords> {
  const [row] = conversationId
    ? await db
        .select({ language: conversations.language })
        .from(conversations)
        .where(eq(conversations.id, conversationId))
    : [];
  const speech = speechIn(row?.language ?? languages.main, formats);
  return (write) => speaking(speech, write);
}
