import { hash } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, ne } from 'drizzle-orm';
import { NAVIGATION_ITEMS } from '../../../accounts/protocol/navigation-items.ts';
import { rolesThatMay } from '../../../accounts/protocol/permissions.ts';
import { inWordsOf } from '../../../accounts/server/members/member-language.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { t } from '../../../i18n/translate.ts';
import { checkSender } from '../../../chat/protocol/chat-email.ts';
import { secretOfAddress } from '../../../chat/server/email/reply-address.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { InboundEmailContext } from '../open-inbound-mail.server.ts';
import { nameOfMail } from '../mail-names.server.ts';
import { LEFT_OUT_TEXT_MAX_LENGTH, type LeftOut } from '../../rules.ts';
import { writerOf } from '../mail-writer.server.ts';
import type { ParsedMail } from '../../protocol/parsed-mail.ts';
import { leftOutEmails } from '../tables.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import type { Erased } from '../../../platform/module.ts';
import type { Counted } from '../../../platform/format-count.ts';
import { inboundMessage } from '../../stored-messages.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const LEFT_OUT_EXPIRE_AFTER_DAYS = 30;
/** The oldest entries are deleted first, so that a flood of emails cannot fill the disk. */
const LEFT_OUT_MOST = 1000;
const MANAGERS_NOTIFIED = 50;

const { digest: _, way: channelColumn, ...columns } = getTableColumns(leftOutEmails);

/**
 * Lists an email that became no message for the team, once per email. Skips our own emails that came back,
 * and emails left in the mailbox because conversations by email are off.
 */
export async function keepLeftOut(
  appContext: InboundEmailContext,
  channel: (typeof leftOutEmails.$inferSelect)['way'],
  /** An unreadable email is identified by a digest. */
  read: ParsedMail | string,
  reason: LeftOut,
): Promise<void> {
  const mail = typeof read === 'string' ? undefined : read;
  const isInMailbox = channel === 'imap';
  const { conversationsByMail, mailIn } = appContext.settings;
  if (!mailIn || mail?.isOwn) return;
  const isLeftThere = isInMailbox && !conversationsByMail && reason === 'no conversation';
  const isAnswer = mail?.receivers.some((address) => secretOfAddress(mailIn, address)) ?? false;
  if (isLeftThere && !isAnswer) return;
  const row = {
    digest: typeof read === 'string' ? read : digestOf(read),
    way: channel,
    reason,
    address: mail ? writerOf(appContext.settings, mail) || mail.sender : '',
    subject: mail?.subject ?? '',
    text: mail && !isInMailbox ? textOf(mail) : '',
    receivedAt: appContext.clock.now(),
  };
  await change(appContext, undefined, async (tx, after) => {
    const { id, receivedAt } = leftOutEmails;
    const saved = await tx
      .insert(leftOutEmails)
      .values(row)
      .onConflictDoNothing()
      .returning({ id });
    if (saved[0] && isForManagers({ ...row, channel }))
      await notifyManagers(tx, after, appContext, { id: saved[0].id, reason });
    const oldest = tx
      .select({ id })
      .from(leftOutEmails)
      .orderBy(desc(receivedAt), desc(id))
      .offset(LEFT_OUT_MOST);
    await tx.delete(leftOutEmails).where(inArray(id, oldest));
  });
}

interface Skipped {
  readonly reason: LeftOut;
  readonly address: string;
  readonly channel: (typeof leftOutEmails.$inferSelect)['way'];
}

/** A blocked sender is refused, too. A provider posts an email again that was one too many; the mailbox does not. */
function isForManagers({ reason, address, channel }: Skipped): boolean {
  return reason === 'too many'
    ? channel === 'imap'
    : reason === 'refused' && checkSender(address) !== null;
}

/**
 * A skipped email can be from a person. The managers get one email a day for each reason, with nothing that a stranger
 * wrote.
 */
async function notifyManagers(
  tx: Database,
  after: After,
  { mail, settings, clock }: InboundEmailContext,
  saved: Pick<typeof leftOutEmails.$inferSelect, 'id' | 'reason'>,
): Promise<void> {
  const { id, address, reason, receivedAt } = leftOutEmails;
  const dayAgo = new Date(clock.now().getTime() - DAY_MS);
  const others = await tx
    .select({ reason, address, channel: channelColumn })
    .from(leftOutEmails)
    .where(and(eq(reason, saved.reason), gt(receivedAt, dayAgo), ne(id, saved.id)));
  if (others.some(isForManagers)) return;
  const managers = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(
      and(
        eq(profiles.status, 'active'),
        inArray(profiles.role, rolesThatMay(NAVIGATION_ITEMS['/team/emails'].permission)),
      ),
    )
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(MANAGERS_NOTIFIED);
  for (const { email } of managers) {
    // oxlint-disable-next-line no-await-in-loop -- a handful of managers, one transaction
    const message = await inWordsOf(tx, settings, { email }, () =>
      refusedEmailMail(settings, email, saved),
    );
    mail.send(after, message);
  }
}

export function refusedEmailMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  { id, reason }: Pick<typeof leftOutEmails.$inferSelect, 'id' | 'reason'>,
): MailMessage {
  const href = `${origin}/team/emails`;
  return writeMail({
    kind: 'refused-email',
    to,
    brandName,
    key: `refused ${id} ${to}`,
    subject: t("An email to the shop wasn't accepted"),
    link: href,
    body: [
      reason === 'too many'
        ? t(
            "An email to the shop wasn't added to a conversation because too many emails arrived at once. It's still unread in the mailbox. Check whether a person wrote it, and reply by email.",
          )
        : t(
            "An email to the shop wasn't added to a conversation because its sender's address is temporary or can't receive answers. Check whether a person wrote it, and reply by email.",
          ),
      { button: t('Open skipped emails'), href },
      t('You get at most one of these emails a day.'),
    ],
    footer: [t('You received this email as a member of the {brandName} team.', { brandName })],
  });
}

/** Removes an email from the list after another delivery of the same email became a message. */
export async function strikeOff(
  appContext: InboundEmailContext,
  mail: ParsedMail | undefined,
): Promise<void> {
  if (!mail) return;
  const isIt = eq(leftOutEmails.digest, digestOf(mail));
  if ((await appContext.db.$count(leftOutEmails, isIt)) === 0) return;
  await change(appContext, undefined, (tx) => tx.delete(leftOutEmails).where(isIt));
}

export async function forgetLeftOut(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - LEFT_OUT_EXPIRE_AFTER_DAYS * DAY_MS);
  return deleteSome(tx, leftOutEmails, lt(leftOutEmails.receivedAt, before));
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

const LEFT_OUT_PAGE_SIZE = 25;

/** Returns emails that became no message, newest first. `page` counts from 1. */
export async function readLeftOut(db: Database, page: number) {
  const rows = await db
    .select({ ...columns, channel: channelColumn })
    .from(leftOutEmails)
    .orderBy(desc(leftOutEmails.receivedAt), desc(leftOutEmails.id))
    .limit(LEFT_OUT_PAGE_SIZE + 1)
    .offset((page - 1) * LEFT_OUT_PAGE_SIZE);
  return {
    page,
    hasOlder: rows.length > LEFT_OUT_PAGE_SIZE,
    emails: rows.slice(0, LEFT_OUT_PAGE_SIZE).map(({ channel, receivedAt, ...row }) => ({
      ...row,
      isInMailbox: channel === 'imap',
      receivedAt: receivedAt.toISOString(),
    })),
  };
}

export type LeftOutPage = Awaited<ReturnType<typeof readLeftOut>>;

const isFrom = (email: string) => eq(leftOutEmails.address, email);

export async function countLeftOut(db: Database, email: string): Promise<Counted[]> {
  const number = await db.$count(leftOutEmails, isFrom(email));
  return number > 0 ? [{ noun: 'left-out email', number }] : [];
}

export async function exportLeftOut(db: Database, email: string) {
  const leftOut = await db
    .select({
      subject: leftOutEmails.subject,
      text: leftOutEmails.text,
      reason: leftOutEmails.reason,
      receivedAt: leftOutEmails.receivedAt,
    })
    .from(leftOutEmails)
    .where(isFrom(email))
    .orderBy(asc(leftOutEmails.receivedAt));
  return { leftOutEmails: leftOut };
}

export async function eraseLeftOut(
  tx: Database,
  _after: After,
  _appContext: unknown,
  email: string,
): Promise<Erased> {
  const gone = await tx
    .delete(leftOutEmails)
    .where(isFrom(email))
    .returning({ id: leftOutEmails.id });
  const number = gone.length;
  const counted = inboundMessage('emails.left-out-erased', { count: number });
  return { wasHeld: number > 0, gone: number > 0 ? [counted] : [] };
}

export async function resetLeftOut(tx: Database): Promise<void> {
  await tx.delete(leftOutEmails);
}
