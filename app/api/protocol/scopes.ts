import { msg, type Sentence } from '../../i18n/translate.ts';
/** The scopes of an API key (rule 226). Public data needs none. */
export const SCOPES = [
  'conversations:read',
  'messages:write',
  'notes:write',
  'orders:read',
  'orders:write',
  'invoices:read',
  'invoices:write',
  'subscriptions:read',
  'subscriptions:write',
  'coupons:read',
  'coupons:write',
  'catalogue:read',
  'catalogue:write',
] as const;

export type Scope = (typeof SCOPES)[number];

export const SCOPE_NAMES: Readonly<Record<Scope, Sentence>> = {
  'conversations:read': msg('Read conversations, private notes and who wrote them'),
  'messages:write': msg('Reply to visitors; assign, snooze and resolve conversations'),
  'notes:write': msg('Write private notes and set labels'),
  'orders:read': msg('Read orders and their buyers'),
  'orders:write': msg('Update orders: payment, delivery, refunds'),
  'invoices:read': msg('Read invoices and credit notes with both parties'),
  'invoices:write': msg('Issue and void invoices'),
  'subscriptions:read': msg('Read subscriptions and their buyers'),
  'subscriptions:write': msg('Pause, end and change subscriptions'),
  'coupons:read': msg('Read coupons and how often they are used'),
  'coupons:write': msg('Create, change and end coupons'),
  'catalogue:read': msg('Export the catalogue as a file, including hidden items'),
  'catalogue:write': msg('Publish catalogue changes'),
};
