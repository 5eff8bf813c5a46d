import { setTimeout } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.server.ts';
import { checkHeaders, type Mail, type MailMessage } from './mail.ts';

/** Waits before the second, third and fourth attempt; greylisting asks for about a minute. */
const RETRY_AFTER_MS = [2_000, 15_000, 90_000] as const;

/** Sends through a mail server. `waits` is shorter in tests. */
export function openSmtp(
  url: string,
  from: string,
  log: Log,
  waits: readonly number[] = RETRY_AFTER_MS,
): Mail {
  const transport = createTransport(
    { url, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 },
    { from },
  );
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function deliver({ to, subject, text }: MailMessage): Promise<void> {
    for (const wait of [...waits, undefined]) {
      try {
        // As an object, so that a comma in an address cannot make it two.
        await transport.sendMail({ to: { name: '', address: to }, subject, text });
        return;
      } catch (error) {
        if (wait === undefined || closing.signal.aborted) {
          log.error({ err: error, to, subject }, 'Mail could not be sent');
          return;
        }
        log.warn({ err: error, to, subject }, 'Mail is tried again');
        await setTimeout(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    isDelivered: true,
    send(message) {
      checkHeaders(message);
      const delivery = deliver(message).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      transport.close();
    },
  };
}
