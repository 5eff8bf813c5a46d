import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { listMails, plain } from './mails.ts';
import type { TestServer } from './server.ts';

/** The path and query of the link in the newest mail to this address, whose origin must be ours. */
export async function mailedLink(server: TestServer, to: string, subject: RegExp): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      link = await findLink(server, to, subject);
      return link;
    })
    .not.toBe('');
  expect(new URL(link).origin).toBe(server.origin);
  return link.slice(server.origin.length);
}

/** The six digits in the newest mail to this address. */
export async function mailedCode(server: TestServer, to: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      for (const file of await listMails(server)) {
        const mail = plain(await readFile(file, 'utf8'));
        if (mail.includes(`To: ${to}`)) return (code = /minutes: (\d{6})/.exec(mail)?.[1] ?? '');
      }
      return '';
    })
    .not.toBe('');
  return code;
}

async function findLink(server: TestServer, to: string, subject: RegExp): Promise<string> {
  for (const file of await listMails(server)) {
    const mail = plain(await readFile(file, 'utf8'));
    const isIt =
      mail.includes(`To: ${to}`) && subject.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? '');
    // Headers hold links as well, such as the one that stops further mails.
    const link = isIt && /https?:\/\/\S+/.exec(mail.slice(mail.indexOf('\n\n')))?.[0];
    if (link) return link;
  }
  return '';
}
