import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.server.ts';
import { forgetMailsTo } from './forget-mails.server.ts';
import {
  checkHeaders,
  toEnvelope,
  type MailSender,
  type MailTransport,
  type ReportMail,
} from './mail.ts';

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
        log.info({ subject, link, file }, 'No mail server is set: the mail is in the outbox');
        report('outbox');
      } catch (error) {
        report('failed');
        throw error;
      }
    },
    forget: (address) => forgetMailsTo(folder, address),
    close() {},
  };
}
