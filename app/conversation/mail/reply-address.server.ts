import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret } from '../../platform/link-secret.server.ts';
import type { MailInSettings } from '../../platform/mail-in-settings.server.ts';
import { replyAddresses } from './tables.server.ts';

/** As long as the browser that began the chat is known: people answer old mails. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Letters that survive a server which writes addresses in lower case; 128 random bits. */
const SECRET_BYTES = 16;
const SECRET = '[0-9a-f]{32}';
const WHOLE_SECRET = new RegExp(`^${SECRET}$`);

/**
 * An address at which one mail is answered, and no other: whoever writes there writes into this
 * conversation, and reads nothing of it. Undefined where no mail comes in.
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

/** The secret in an address at which a mail of ours is answered; undefined for any other. */
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

/** The conversation a secret leads into, while it does. */
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

export async function forgetReplyAddresses(tx: Database, clock: Clock): Promise<void> {
  await tx.delete(replyAddresses).where(lt(replyAddresses.expiresAt, clock.now()));
}
