import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret } from '../../platform/link-secret.server.ts';
import { findLink, newLink, takeLink } from '../../platform/one-time-link.server.ts';
import { confirmationRequests } from '../confirmation/tables.server.ts';
import { resumeTokens } from './tables.server.ts';
import { LINK_VALID_DAYS } from './visitor-mails.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the secret of a link to this conversation; links mailed before go on working. */
export async function issueResumeToken(
  tx: Database,
  clock: Clock,
  conversationId: string,
): Promise<string> {
  const { token, link } = newLink(clock, LINK_VALID_DAYS * DAY_MS);
  await tx.insert(resumeTokens).values({ conversationId, ...link });
  return token;
}

/** Whether the link still works, for the page behind it; only using it up decides. */
export async function isResumeTokenValid(
  db: Database,
  clock: Clock,
  token: string,
): Promise<boolean> {
  return (await findLink(db, clock, resumeTokens, token)) !== undefined;
}

/** Uses the link up and says which conversation it opens; undefined when it works no more. */
export async function consumeResumeToken(
  tx: Database,
  clock: Clock,
  token: string,
): Promise<string | undefined> {
  return (await takeLink(tx, clock, resumeTokens, token))?.conversationId;
}

/** The conversation a mail was about, also when its link was used or has expired. */
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
