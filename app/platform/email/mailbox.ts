import { domainToASCII } from 'node:url';

/**
 * Normalizes an address to its mailbox: 'anna+shop@', and at Google 'an.na@', arrive where 'anna@'
 * does. Case, quotes, Unicode variants, the dot at the end of a domain and its ASCII form make no
 * difference.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  // The parts are normalized separately, because some letters normalize to an at sign.
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

/**
 * The same in SQL, for a column of addresses that `normalizeEmail` has written. It knows no quotes and no Unicode
 * variants, so a comparison must also accept the address itself.
 */
export function mailboxExpression(column: string): string {
  const whole = `split_part(${column}, '@', 1)`;
  const local = `coalesce(nullif(split_part(${whole}, '+', 1), ''), ${whole})`;
  const domain = `split_part(${column}, '@', 2)`;
  return `case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${local}, '.', '') || '@gmail.com' else ${local} || '@' || ${domain} end`;
}

/**
 * Groups emails by the receiving domain, so that a hanging mail server delays only emails to its
 * own domain.
 */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).slice(0, 253);
}
