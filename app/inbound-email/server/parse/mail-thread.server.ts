import { lowerPriority } from '../../../platform/lower-priority.server.ts';
import type { MailToParse, ParsedMail } from '../../protocol/parsed-mail.ts';
import { readMail } from './read-mail.ts';

// The program of the worker thread that reads emails. `open-parser.server.ts` starts it.

// The lower priority lets chat messages go first when the processors are busy.
lowerPriority(10);

/** Answers at once without an email, which shows that the worker is ready. */
export default function work(
  task: (MailToParse & { readonly isSplit: boolean }) | undefined,
): Promise<ParsedMail> | undefined {
  return task && readMail(task, task);
}
