import type { ImapFlow, MailboxObject } from 'imapflow';
import { MAIL_MAX_BYTES } from '../mail-size.ts';
import type { ImapSettings } from '../../platform/mail-in-settings.server.ts';

/** So long a server may say nothing. */
const SILENCE_MS = 5 * 60_000;
const CONNECT_MS = 20_000;

/** A connection to the mailbox, with its folder open; `onNews` is told when there is something new. */
export async function openMailbox(
  { host, port, isEncrypted, user, password, folder }: ImapSettings,
  { onNews, onEnd }: { readonly onNews: () => void; readonly onEnd: () => void },
): Promise<{ readonly client: ImapFlow; readonly mailbox: MailboxObject }> {
  // Where no mailbox is set, nothing is loaded for it.
  const { ImapFlow: Client } = await import('imapflow');
  const isHere = /^(?:localhost|127\.|::1$)/.test(host);
  const client = new Client({
    host,
    port,
    secure: isEncrypted,
    // In the clear no password leaves this computer.
    ...(isEncrypted ? {} : { doSTARTTLS: !isHere }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // No more comes than was said.
    maxLiteralSize: MAIL_MAX_BYTES + 1024,
    clientInfo: { name: 'Embarka' },
    disableAutoIdle: true,
  });
  // Without anybody to hear it, a connection that breaks would end the process.
  client.on('error', onEnd);
  client.on('close', onEnd);
  client.on('exists', onNews);
  try {
    await client.connect();
    const mailbox = await client.mailboxOpen(folder);
    return { client, mailbox };
  } catch (error) {
    client.close();
    throw error;
  }
}
