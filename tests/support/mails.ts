import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

/** The files of the mails so far, newest first; not those that are being written. */
export function listMails(server: TestServer): Promise<readonly string[]> {
  return listMailsIn(join(server.folder, 'outbox'));
}

async function listMailsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.eml'))
    .sort((a, b) => b.localeCompare(a))
    .map((name) => join(folder, name));
}

/** The texts of the mails so far, newest first. */
export function readMails(server: TestServer): Promise<string[]> {
  return readMailsIn(join(server.folder, 'outbox'));
}

/** The same for the outbox of any process. */
export async function readMailsIn(folder: string): Promise<string[]> {
  const files = await listMailsIn(folder);
  // One may be taken away while the others are read.
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.map(plain);
}

/** Quoted-printable, undone. A line of the header that ends with an encoded word is no soft line break. */
export function plain(mail: string): string {
  const text = mail.replaceAll('\r\n', '\n');
  const body = text.indexOf('\n\n');
  return `${text.slice(0, body)}${text.slice(body).replaceAll('=\n', '')}`.replace(
    /=([0-9A-F]{2})/g,
    (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
