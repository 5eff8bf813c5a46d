import { setTimeout } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.server.ts';
import { checkHeaders, toEnvelope, type Mail, type MailMessage, type ReportMail } from './mail.ts';

/** Waits before the second, third and fourth attempt; greylisting asks for about a minute. */
const RETRY_AFTER_MS = [2_000, 15_000, 90_000] as const;

interface SmtpOptions {
  readonly report?: ReportMail;
  /** Shorter in tests. */
  readonly waits?: readonly number[];
}

/** Sends through a mail server. */
export function openSmtp(
  url: string,
  /** Asked for each mail: an admin may change it. */
  from: () => string,
  log: Log,
  { report = () => {}, waits = RETRY_AFTER_MS }: SmtpOptions = {},
): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 30_000,
  });
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function sendWithRetries(message: MailMessage): Promise<void> {
    const { subject } = message;
    for (const wait of [...waits, undefined]) {
      try {
        await transport.sendMail(toEnvelope(from(), message));
        report('sent');
        return;
      } catch (error) {
        if (wait === undefined || closing.signal.aborted) {
          log.error({ err: error, subject }, 'Mail could not be sent');
          report('failed');
          return;
        }
        log.warn({ err: error, subject }, 'Mail is tried again');
        await setTimeout(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    isDelivered: true,
    send(message) {
      checkHeaders(message);
      const delivery = sendWithRetries(message).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async deliver(message) {
      checkHeaders(message);
      try {
        await transport.sendMail(toEnvelope(from(), message));
        report('sent');
      } catch (error) {
        report('failed');
        throw error;
      }
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      transport.close();
    },
  };
}
