import { eq } from 'drizzle-orm';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import { conversations } from '../tables.server.ts';
import { findMailedConversation } from './resume-token.server.ts';

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
