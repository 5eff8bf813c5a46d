import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.server.ts';
import { checkHeaders, type Mail, type MailMessage } from './mail.ts';

/**
 * Without a mail server: each mail becomes a file that any mail program opens, and its link a
 * line of the log, so that an operator can pass it on.
 */
export function openOutbox(folder: string, from: string, log: Log): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true }, { from });
  const underWay = new Set<Promise<void>>();

  async function write({ to, subject, text, link }: MailMessage): Promise<void> {
    try {
      const { message } = await composer.sendMail({ to: { name: '', address: to }, subject, text });
      // Links in it open accounts: for the operator's eyes alone.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`,
      );
      await writeFile(file, message, { mode: 0o600, flag: 'wx' });
      log.info({ to, subject, link, file }, 'No mail server is set: the mail is in the outbox');
    } catch (error) {
      log.error({ err: error, to, subject }, 'Mail could not be written to the outbox');
    }
  }

  return {
    isDelivered: false,
    send(message) {
      checkHeaders(message);
      const writing = write(message).finally(() => underWay.delete(writing));
      underWay.add(writing);
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}
