import { eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { hashSecret } from '../../../platform/secrets.server.ts';
import { findLink, newLink, takeLink } from '../../../platform/one-time-link.server.ts';
import { confirmationRequests } from '../email-verification/tables.server.ts';
import { resumeTokens } from './tables.server.ts';
import { LINK_VALID_DAYS } from './visitor-mails.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a link secret for this conversation. Earlier links stay valid. */
export async function issueResumeToken(
  tx: Database,
  clock: Clock,
  conversationId: string,
): Promise<string> {
  const { token, link } = newLink(clock, LINK_VALID_DAYS * DAY_MS);
  await tx.insert(resumeTokens).values({ conversationId, ...link });
  return token;
}

/** Checks the link for its landing page. Only `consumeResumeToken` decides. */
export async function isResumeTokenValid(
  db: Database,
  clock: Clock,
  token: string,
): Promise<boolean> {
  return (await findLink(db, clock, resumeTokens, token)) !== undefined;
}

export async function consumeResumeToken(
  tx: Database,
  clock: Clock,
  token: string,
): Promise<string | undefined> {
  return (await takeLink(tx, clock, resumeTokens, token))?.conversationId;
}

/** Returns the conversation of an emailed link, even if the link was used or has expired. */
export async function findMailedConversation(
  db: Database,
  token: string,
): Promise<string | undefined> {
  const tokenHash = hashSecret(token);
  const [found] = await db
    .select({ conversationId: resumeTokens.conversationId })
    .from(resumeTokens)
    .where(eq(resumeTokens.tokenHash, tokenHash))
    .unionAll(
      db
        .select({ conversationId: confirmationRequests.conversationId })
        .from(confirmationRequests)
        .where(eq(confirmationRequests.tokenHash, tokenHash)),
    );
  return found?.conversationId;
}
