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

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  'conversations:read': 'Read conversations, private notes and who writes',
  'messages:write': 'Answer visitors; assign, snooze and resolve conversations',
  'notes:write': 'Write private notes and put labels',
  'orders:read': 'Read orders and who buys',
  'orders:write': 'Change orders: payment, delivery, refunds',
  'catalogue:read': 'Take the catalogue as a file, what is hidden too',
  'catalogue:write': 'Publish changes of the catalogue',
};
