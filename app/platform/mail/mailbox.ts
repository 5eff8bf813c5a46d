import { domainToASCII } from 'node:url';

/**
 * The mailbox behind an address: 'anna+shop@' and, at Google, 'an.na@' arrive where 'anna@' does.
 * Capitals, quotes and other ways to write the same letters make no other mailbox, and neither does
 * the dot at the end of a domain, nor whether that is written in its own letters or in ASCII's.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  // Apart: some letters become an at sign.
  const local = email.slice(0, at).normalize('NFKC').toLowerCase();
  const domain = email
    .slice(at + 1)
    .normalize('NFKC')
    .toLowerCase();
  const host = (domainToASCII(domain) || domain).replace(/(?<!\.)\.+$/, '');
  const plain = local.replace(/^"(.+)"$/, '$1').replaceAll('\\', '');
  const base = plain.split('+')[0] || plain;
  const isGoogle = host === 'gmail.com' || host === 'googlemail.com';
  return isGoogle ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${host}`;
}

/** Whose mail servers receive it: what hangs there holds up mails to the same domain alone. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).slice(0, 253);
}
