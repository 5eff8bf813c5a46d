import { inArray } from 'drizzle-orm';
import { confirmationRequests } from '../../chat/server/email-verification/tables.server.ts';
import { resumeTokens } from '../../chat/server/email/tables.server.ts';
import { orders } from '../../orders/server/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret } from '../../platform/link-secret.server.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';
import { redactKnown } from './parse/redact-secrets.ts';

/**
 * Removes our secrets that stand without their link. Their form alone could also be a checksum or another
 * system's key, so the database is asked which of them are valid.
 */
export async function hideOwnSecrets(db: Database, mail: ParsedMail): Promise<ParsedMail> {
  const known = await findSecrets(db, mail.possibleSecrets);
  if (known.size === 0) return mail;
  const holdsOne = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString('latin1');
    return [...known].some((secret) => text.includes(secret));
  };
  const hidden = mail.attachments.filter(({ bytes }) => holdsOne(bytes));
  return {
    ...mail,
    subject: redactKnown(mail.subject, known),
    text: redactKnown(mail.text, known),
    folded: redactKnown(mail.folded, known),
    attachments: mail.attachments.filter((attachment) => !hidden.includes(attachment)),
    notAdded: [
      ...mail.notAdded,
      ...hidden.map(
        ({ name }) => `“${name}” was not added: it holds a link that opens a chat or an order.`,
      ),
    ],
  };
}

/** Returns those that grant access: link secrets of chats and orders, and secrets that confirm an address. */
async function findSecrets(db: Database, possible: readonly string[]): Promise<Set<string>> {
  if (possible.length === 0) return new Set();
  const hashes = possible.map(hashSecret);
  const found = await db
    .select({ hash: resumeTokens.tokenHash })
    .from(resumeTokens)
    .where(inArray(resumeTokens.tokenHash, hashes))
    .unionAll(
      db
        .select({ hash: confirmationRequests.tokenHash })
        .from(confirmationRequests)
        .where(inArray(confirmationRequests.tokenHash, hashes)),
    )
    .unionAll(
      db.select({ hash: orders.secretHash }).from(orders).where(inArray(orders.secretHash, hashes)),
    );
  const known = new Set(found.map(({ hash }) => hash));
  return new Set(possible.filter((_, index) => known.has(hashes[index] ?? '')));
}
