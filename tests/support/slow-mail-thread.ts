import type { MailToParse } from '../../app/inbound-email/protocol/parsed-mail.ts';

/** Stands for the worker that parses emails: an email is the number of milliseconds that it costs. */
export default function work(task: MailToParse | undefined) {
  if (!task) return undefined;
  const text = Buffer.from(task.raw).toString();
  if (text === 'broken') throw new Error('broken');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(text));
  return { text };
}
