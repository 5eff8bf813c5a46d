import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.server.ts';
import { checkHeaders, toEnvelope, type Mail, type MailMessage, type ReportMail } from './mail.ts';

/**
 * Without a mail server: each mail becomes a file that any mail program opens, and its link a
 * line of the log, so that an operator can pass it on.
 */
export function openOutbox(
  folder: string,
  /** Asked for each mail: an admin may change it. */
  from: () => string,
  log: Log,
  report: ReportMail = () => {},
): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true });
  const underWay = new Set<Promise<void>>();

  async function write(message: MailMessage): Promise<void> {
    const { subject, link } = message;
    const { message: bytes } = await composer.sendMail(toEnvelope(from(), message));
    // Links in it open accounts: for the operator's eyes alone.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(
      folder,
      `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`,
    );
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    // Who it is for stands in the file; the log keeps no addresses.
    log.info({ subject, link, file }, 'No mail server is set: the mail is in the outbox');
    report('outbox');
  }

  return {
    isDelivered: false,
    send(message) {
      checkHeaders(message);
      const { subject } = message;
      const writing = write(message)
        .catch((error: unknown) => {
          log.error({ err: error, subject }, 'Mail could not be written to the outbox');
          report('failed');
        })
        .finally(() => underWay.delete(writing));
      underWay.add(writing);
    },
    async deliver(message) {
      checkHeaders(message);
      await write(message).catch((error: unknown) => {
        report('failed');
        throw error;
      });
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}
