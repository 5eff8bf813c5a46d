import { msg, type Sentence } from '../../i18n/translate.ts';
/** The scopes of an API key (rule 226). Public data needs none. */
export const SCOPES = [
  'conversations:read',
  'messages:write',
  'notes:write',
  'orders:read',
  'orders:write',
  'catalogue:read',
  'catalogue:write',
] as const;

export type Scope = (typeof SCOPES)[number];

export const SCOPE_NAMES: Readonly<Record<Scope, Sentence>> = {
  'conversations:read': msg('Read conversations, private notes and who writes'),
  'messages:write': msg('Answer visitors; assign, snooze and resolve conversations'),
  'notes:write': msg('Write private notes and put labels'),
  'orders:read': msg('Read orders and who buys'),
  'orders:write': msg('Change orders: payment, delivery, refunds'),
  'catalogue:read': msg('Take the catalogue as a file, what is hidden too'),
  'catalogue:write': msg('Publish changes of the catalogue'),
};
