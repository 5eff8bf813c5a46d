import { setPriority } from 'node:os';
import type { MailToParse, ParsedMail } from './parsed-mail.ts';
import { readMail } from './read-mail.ts';

// The program of the thread that reads mails; `open-parser.server.ts` begins it.

// Messages go before mails when there are more of both than processors.
if (process.platform === 'linux') setPriority(10);

/** Reads one mail. */
export default function work(
  task: MailToParse & { readonly isSplit: boolean },
): Promise<ParsedMail> {
  return readMail(task, task);
}
