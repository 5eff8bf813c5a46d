import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { hashSecret } from '../../../platform/secrets.server.ts';
import type { MailInSettings } from '../../../platform/mail-in-settings.server.ts';
import { replyAddresses } from './tables.server.ts';

/** Equals the time for which the browser of the chat is known, because people answer old emails. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/** 128 random bits in hex. Lower-case characters survive mail servers that convert addresses to lower case. */
const SECRET_BYTES = 16;
const SECRET = '[0-9a-f]{32}';
const WHOLE_SECRET = new RegExp(`^${SECRET}$`);

/**
 * Creates the reply address of a single email. Email to this address is added to the conversation but does
 * not allow reading it. Undefined without inbound email.
 */
export async function issueReplyAddress(
  tx: Database,
  clock: Clock,
  mailIn: MailInSettings | undefined,
  conversationId: string,
): Promise<string | undefined> {
  if (!mailIn) return undefined;
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const createdAt = clock.now();
  await tx.insert(replyAddresses).values({
    conversationId,
    tokenHash: hashSecret(secret),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + VALID_DAYS * DAY_MS),
  });
  return mailIn.replyAddress.replace('@', `+${secret}@`);
}

/** Returns the secret in one of our reply addresses, or undefined for any other address. */
export function secretOfAddress(
  { replyAddress }: Pick<MailInSettings, 'replyAddress'>,
  address: string,
): string | undefined {
  const [name = '', domain = ''] = replyAddress.split('@');
  const typed = address.trim().toLowerCase();
  const start = `${name}+`;
  const end = `@${domain}`;
  if (!typed.startsWith(start) || !typed.endsWith(end)) return undefined;
  const secret = typed.slice(start.length, -end.length);
  return WHOLE_SECRET.test(secret) ? secret : undefined;
}

/** Returns undefined after the secret has expired. */
export async function findReplyConversation(
  db: Database,
  clock: Clock,
  secret: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ conversationId: replyAddresses.conversationId })
    .from(replyAddresses)
    .where(
      and(
        eq(replyAddresses.tokenHash, hashSecret(secret)),
        gt(replyAddresses.expiresAt, clock.now()),
      ),
    );
  return found?.conversationId;
}

export async function forgetReplyAddresses(tx: Database, clock: Clock): Promise<number> {
  return deleteSome(tx, replyAddresses, lt(replyAddresses.expiresAt, clock.now()));
}
