import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret, newSecret } from '../../platform/link-secret.server.ts';
import { resumeTokens } from '../tables.server.ts';
import { LINK_VALID_DAYS } from './visitor-mails.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the secret of a link to this conversation; links mailed before go on working. */
export async function issueResumeToken(
  db: Database,
  clock: Clock,
  conversationId: string,
): Promise<string> {
  const token = newSecret();
  const now = clock.now();
  await db.insert(resumeTokens).values({
    conversationId,
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_VALID_DAYS * DAY_MS),
  });
  return token;
}

/** Whether the link still works, for the page behind it; only using it up decides. */
export async function isResumeTokenValid(
  db: Database,
  clock: Clock,
  token: string,
): Promise<boolean> {
  const [found] = await db
    .select({ id: resumeTokens.id })
    .from(resumeTokens)
    .where(stillWorks(clock, token));
  return found !== undefined;
}

/** Uses the link up and says which conversation it opens. Of two requests at once one gets nothing. */
export async function consumeResumeToken(
  tx: Database,
  clock: Clock,
  token: string,
): Promise<string | undefined> {
  const [used] = await tx
    .update(resumeTokens)
    .set({ usedAt: clock.now() })
    .where(stillWorks(clock, token))
    .returning({ conversationId: resumeTokens.conversationId });
  return used?.conversationId;
}

/** The conversation a mail was about, also when its link was used or has expired. */
export async function findMailedConversation(
  db: Database,
  token: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ conversationId: resumeTokens.conversationId })
    .from(resumeTokens)
    .where(eq(resumeTokens.tokenHash, hashSecret(token)));
  return found?.conversationId;
}

function stillWorks(clock: Clock, token: string) {
  return and(
    eq(resumeTokens.tokenHash, hashSecret(token)),
    isNull(resumeTokens.usedAt),
    gt(resumeTokens.expiresAt, clock.now()),
  );
}
