import { eq } from 'drizzle-orm';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import { conversations } from '../tables.server.ts';
import { findMailedConversation } from './resume-token.server.ts';

/** Whoever reads the mails wants no more about this conversation. False for a link that is not ours. */
export async function stopMails(host: ChangeHost, token: string): Promise<boolean> {
  const conversationId = await findMailedConversation(host.db, token);
  if (!conversationId) return false;
  await change(host, undefined, (tx) =>
    tx
      .update(conversations)
      .set({ mailsStoppedAt: host.clock.now(), mailDueAt: null })
      .where(eq(conversations.id, conversationId)),
  );
  return true;
}
