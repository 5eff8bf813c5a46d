import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';

export async function forgetMailsTo(folder: string, address: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let deleted = 0;
  for (const name of names) {
    if (!/\.eml(\.part)?$/.test(name)) continue;
    const file = join(folder, name);
    // The operator may have removed the file meanwhile.
    const mail = await readFile(file, 'latin1').catch(() => '');
    if (recipientOf(mail) !== inAscii(address)) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

/** Parses the composer's format: one address without a name, possibly folded and in brackets. */
function recipientOf(mail: string): string | undefined {
  const head = mail.slice(0, mail.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ');
  const to = /^To:\s*<?([^\r\n>]*)>?/im.exec(head)?.[1]?.trim();
  return to === undefined ? undefined : inAscii(Buffer.from(to, 'latin1').toString('utf8'));
}

function inAscii(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  // The composer quotes a local part with special characters such as a comma.
  const local = address
    .slice(0, at)
    .toLowerCase()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '');
  return `${local}@${domainToASCII(domain) || domain}`;
}
