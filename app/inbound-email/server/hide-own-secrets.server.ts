import { inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { accountTokens, invitations, pendingSignUps } from '../../accounts/server/tables.server.ts';
import { fileNotice } from '../../chat/protocol/mail-notices.ts';
import { confirmationRequests } from '../../chat/server/email-verification/tables.server.ts';
import { resumeTokens } from '../../chat/server/email/tables.server.ts';
import { clientSignIns, companyInvitations } from '../../clients/server/tables.server.ts';
import { calendarFeeds } from '../../orders/server/board/tables.server.ts';
import { subscriptions } from '../../orders/server/subscription/tables.server.ts';
import { orders } from '../../orders/server/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret } from '../../platform/secrets.server.ts';
import { reviewConfirmations } from '../../reviews/server/tables.server.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';
import { redactKnown } from './parse/redact-secrets.ts';

/** The hashes of every secret in a link or an address of ours that gives access to something. */
export const SECRET_HASHES: readonly PgColumn[] = [
  accountTokens.tokenHash,
  calendarFeeds.secretHash,
  clientSignIns.tokenHash,
  companyInvitations.tokenHash,
  confirmationRequests.tokenHash,
  invitations.tokenHash,
  orders.secretHash,
  pendingSignUps.tokenHash,
  resumeTokens.tokenHash,
  reviewConfirmations.tokenHash,
  subscriptions.secretHash,
];

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
      ...hidden.map(({ name }) => fileNotice('emails.file-with-link', { name })),
    ],
  };
}

async function findSecrets(db: Database, possible: readonly string[]): Promise<Set<string>> {
  if (possible.length === 0) return new Set();
  const hashes = possible.map(hashSecret);
  const found = await Promise.all(
    SECRET_HASHES.map((column) =>
      db.select({ hash: column }).from(column.table).where(inArray(column, hashes)),
    ),
  );
  const known = new Set(found.flat().map(({ hash }) => hash));
  return new Set(possible.filter((_, index) => known.has(hashes[index] ?? '')));
}
