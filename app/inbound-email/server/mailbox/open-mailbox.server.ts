import type { ImapFlow, MailboxObject } from 'imapflow';
import { MAIL_MAX_BYTES } from '../../mail-size.ts';
import type { ImapSettings } from '../../../platform/mail-in-settings.server.ts';

const SILENCE_MS = 5 * 60_000;
const CONNECT_MS = 20_000;

/** Connects to the mailbox and opens its folder. `onNews` is called when new emails arrive. */
export async function openMailbox(
  { host, port, isEncrypted, user, password, folder }: ImapSettings,
  { onNews, onEnd }: { readonly onNews: () => void; readonly onEnd: () => void },
): Promise<{ readonly client: ImapFlow; readonly mailbox: MailboxObject }> {
  // The IMAP library is loaded only if a mailbox is configured.
  const { ImapFlow: Client } = await import('imapflow');
  const isHere = /^(?:localhost|127\.|::1$)/.test(host);
  const client = new Client({
    host,
    port,
    secure: isEncrypted,
    // The password is never sent unencrypted to another computer.
    ...(isEncrypted ? {} : { doSTARTTLS: !isHere }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Limits memory if the server sends more than announced.
    maxLiteralSize: MAIL_MAX_BYTES + 1024,
    clientInfo: { name: 'Embarka' },
    disableAutoIdle: true,
  });
  // Without a listener, a broken connection would crash the process.
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
