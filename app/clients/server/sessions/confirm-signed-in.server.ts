import { eq } from 'drizzle-orm';
import { confirmBrowser } from '../../../chat/server/email-verification/confirm-address.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { ClientContext } from '../client-context.server.ts';
import { findClient } from './find-client.server.ts';

/**
 * Confirms the browser of a new conversation if a client with the same address is signed in there. The address may have
 * had no conversation when the client signed in, and then there was nothing to confirm.
 */
export async function confirmSignedIn(
  appContext: ClientContext,
  cookies: string | null,
  conversationId: string,
): Promise<void> {
  const { db } = appContext;
  const session = await findClient(appContext, cookies);
  if (!session) return;
  const [row] = await db
    .select({
      email: visitors.email,
      visitorId: visitors.id,
      browserId: conversations.browserId,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  if (row?.email !== session.client.email || row.browserId !== session.browserId) return;
  await change(appContext, undefined, (tx, after) =>
    confirmBrowser(tx, after, appContext, row.browserId, row.visitorId),
  );
}
