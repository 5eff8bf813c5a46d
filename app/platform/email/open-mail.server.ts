import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '../log.server.ts';
import type { Seal } from '../secrets.server.ts';
import type { Settings } from '../settings.server.ts';
import { MAIL_KIND, type MailPayload } from './mail-kind.server.ts';
import {
  checkHeaders,
  type Mail,
  type MailSender,
  type MailTransport,
  type ReportMail,
  toEnvelope,
} from './mail.ts';
import { messageIdOf } from './message-id.ts';
import { domainOf } from './mailbox.ts';
import type { Transporter } from 'nodemailer';
import { mkdir, rename, writeFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { domainToASCII } from 'node:url';
import type { Clock } from '../clock.ts';

export function openMailTransport(
  { smtpUrl }: Settings,
  from: () => string | MailSender,
  dataDir: string,
  log: Log,
  report: ReportMail,
): MailTransport {
  const folder = join(dataDir, 'outbox');
  if (!smtpUrl) return openMailFolder(folder, from, log, report);
  // Emails that a mail server has accepted cannot be recalled, but earlier ones may lie in the folder.
  return {
    ...openSmtp(smtpUrl, from, report),
    forget: (address) => forgetMails(folder, address),
  };
}

/**
 * Queued emails are encrypted, because their links grant access and an email may wait for hours.
 * The recipient stays readable, for the mailbox's budget and for the erasure of a person's data.
 */
export function openMail(transport: MailTransport, seal: Seal, origin: () => string): Mail {
  return {
    isDelivered: transport.isDelivered,
    deliver: (message) => transport.deliver(message),
    forget: (address) => transport.forget(address),
    send(after, message) {
      checkHeaders(message);
      const id = randomUUID();
      const messageId = message.messageId ?? messageIdOf(id, origin());
      const payload: MailPayload = {
        to: message.to.toLowerCase(),
        unsolicited: message.unsolicited ?? null,
        sealed: seal.seal(JSON.stringify({ ...message, messageId })),
      };
      const key = message.key ?? id;
      after.deliver(MAIL_KIND, { key, lane: domainOf(message.to), payload: { ...payload } });
    },
  };
}

export function openSmtp(
  url: string,
  from: () => string | MailSender,
  report: ReportMail = () => {},
): Omit<MailTransport, 'forget'> {
  let opened: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 30_000,
    });
  };
  return {
    isDelivered: true,
    async deliver(message) {
      checkHeaders(message);
      try {
        const transport = await (opened ??= open());
        await transport.sendMail(toEnvelope(from(), message));
        report('sent');
      } catch (error) {
        report('failed');
        throw error;
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * The transport without a mail server: each email becomes an .eml file, and its link is logged, so
 * that an operator can pass it on.
 */
export function openMailFolder(
  folder: string,
  from: () => string | MailSender,
  log: Log,
  report: ReportMail = () => {},
): MailTransport {
  return {
    isDelivered: false,
    async deliver(message) {
      checkHeaders(message);
      try {
        const { subject, link } = message;
        const { createTransport } = await import('nodemailer');
        const composer = createTransport({ streamTransport: true, buffer: true });
        const { message: bytes } = await composer.sendMail(toEnvelope(from(), message));
        // The links grant access to accounts, so only the operator may read the folder.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = join(
          folder,
          `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`,
        );
        // A process that dies leaves a partial email under another name.
        await writeFile(`${file}.part`, bytes, { mode: 0o600, flag: 'wx' });
        await rename(`${file}.part`, file);
        // The recipient is in the file only: the log contains no addresses.
        log.info({ subject, link, file }, 'SMTP_URL is not set: the email is in the outbox folder');
        report('outbox');
      } catch (error) {
        report('failed');
        throw error;
      }
    },
    forget: (address) => forgetMails(folder, address),
    close() {},
  };
}

async function forgetMails(folder: string, address?: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let deleted = 0;
  for (const name of names) {
    if (!/\.eml(\.part)?$/.test(name)) continue;
    const file = join(folder, name);
    // The operator may have removed the file meanwhile.
    const mail = address === undefined ? '' : await readFile(file, 'latin1').catch(() => '');
    if (address !== undefined && recipientOf(mail) !== inAscii(address)) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Parses the composer's format: one address without a name, possibly folded and in brackets. */
function recipientOf(mail: string): string | undefined {
  const head = mail.slice(0, mail.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ');
  const to = /^To:\s*<?([^\r\n>]*)>?/im.exec(head)?.[1]?.trim();
  return to === undefined ? undefined : inAscii(Buffer.from(to, 'latin1').toString('utf8'));
}

function inAscii(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  // The composer quotes a local part with special characters such as a comma.
  const local = address
    .slice(0, at)
    .toLowerCase()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '');
  return `${local}@${domainToASCII(domain) || domain}`;
}

const CACHE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes emails that lie in the email folder for a month: their links have expired, and they
 * contain personal data.
 */
export async function pruneMailFolder(folder: string, clock: Clock): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    // A process that died leaves a partial file behind.
    if (!/\.eml(\.part)?$/.test(name)) continue;
    const file = join(folder, name);
    // Another process, or the operator, may have deleted the file.
    const found = await stat(file).catch(() => undefined);
    if (found && clock.now().getTime() - found.mtimeMs > CACHE_MS) await rm(file, { force: true });
  }
}
