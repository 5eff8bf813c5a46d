/**
 * The mailbox behind an address: 'anna+shop@' and, at Google, 'an.na@' arrive where 'anna@' does.
 * Capitals make no other mailbox, and neither does the dot at the end of a domain.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().replace(/\.$/, '').split('@');
  const base = local.split('+')[0] || local;
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}

/** Whose mail servers receive it: what hangs there holds up mails to the same domain alone. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).slice(0, 253);
}
