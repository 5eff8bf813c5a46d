import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { conversations } from '../tables.server.ts';
import { findMailedConversation } from './resume-token.server.ts';

/** Whoever reads the mails wants no more about this conversation. False for a link that is not ours. */
export async function stopMails(db: Database, clock: Clock, token: string): Promise<boolean> {
  const conversationId = await findMailedConversation(db, token);
  if (!conversationId) return false;
  await db
    .update(conversations)
    .set({ mailsStoppedAt: clock.now(), mailDueAt: null })
    .where(eq(conversations.id, conversationId));
  return true;
}
