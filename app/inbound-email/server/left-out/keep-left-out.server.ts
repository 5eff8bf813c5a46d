import { hash } from 'node:crypto';
import { desc, eq, inArray, lt } from 'drizzle-orm';
import { secretOfAddress } from '../../../chat/server/email/reply-address.server.ts';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { InboundMailHost } from '../inbound-mail-host.server.ts';
import { nameOfMail } from '../mail-names.server.ts';
import { LEFT_OUT_TEXT_MAX_LENGTH, type LeftOut } from '../../mail-outcome.ts';
import { writerOf } from '../mail-writer.server.ts';
import type { ParsedMail } from '../../protocol/parsed-mail.ts';
import { leftOutEmails } from '../tables.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const LEFT_OUT_KEPT_DAYS = 30;
/** The oldest entries are deleted first, so that a flood of emails cannot fill the disk. */
const LEFT_OUT_MOST = 1000;

/**
 * Lists an email that became no message for the team, once per email. Skips our own emails that came back,
 * and emails left in the mailbox because conversations by email are off.
 */
export async function keepLeftOut(
  host: InboundMailHost,
  way: (typeof leftOutEmails.$inferSelect)['way'],
  /** An unreadable email is identified by a digest. */
  read: ParsedMail | string,
  reason: LeftOut,
): Promise<void> {
  const mail = typeof read === 'string' ? undefined : read;
  const isInMailbox = way === 'imap';
  const { conversationsByMail, mailIn } = host.settings;
  if (!mailIn || mail?.isOwn) return;
  const isLeftThere = isInMailbox && !conversationsByMail && reason === 'no conversation';
  const isAnswer = mail?.receivers.some((address) => secretOfAddress(mailIn, address)) ?? false;
  if (isLeftThere && !isAnswer) return;
  const row = {
    digest: typeof read === 'string' ? read : digestOf(read),
    way,
    reason,
    address: mail ? writerOf(host.settings, mail) || mail.sender : '',
    subject: mail?.subject ?? '',
    text: mail && !isInMailbox ? textOf(mail) : '',
    receivedAt: host.clock.now(),
  };
  await change(host, undefined, async (tx) => {
    await tx.insert(leftOutEmails).values(row).onConflictDoNothing();
    const { id, receivedAt } = leftOutEmails;
    const oldest = tx
      .select({ id })
      .from(leftOutEmails)
      .orderBy(desc(receivedAt), desc(id))
      .offset(LEFT_OUT_MOST);
    await tx.delete(leftOutEmails).where(inArray(id, oldest));
  });
}

/** Removes an email from the list after another delivery of the same email became a message. */
export async function strikeOff(
  host: InboundMailHost,
  mail: ParsedMail | undefined,
): Promise<void> {
  if (!mail) return;
  const isIt = eq(leftOutEmails.digest, digestOf(mail));
  if ((await host.db.$count(leftOutEmails, isIt)) === 0) return;
  await change(host, undefined, (tx) => tx.delete(leftOutEmails).where(isIt));
}

export async function forgetLeftOut(host: ChangeHost): Promise<void> {
  const before = new Date(host.clock.now().getTime() - LEFT_OUT_KEPT_DAYS * DAY_MS);
  await change(host, undefined, (tx) =>
    tx.delete(leftOutEmails).where(lt(leftOutEmails.receivedAt, before)),
  );
}

function digestOf(mail: ParsedMail): string {
  return hash('sha256', nameOfMail(mail));
}

function textOf({ text, folded, attachments }: ParsedMail): string {
  const names = attachments.map(({ name }) => `[File] ${name}`).join('\n');
  return [text || folded, names]
    .filter(Boolean)
    .join('\n\n')
    .slice(0, LEFT_OUT_TEXT_MAX_LENGTH)
    .toWellFormed();
}
