/**
 * Every kind of email. `tests/support/sample-emails.ts` has a sample of each, which the tests read and `npm run emails`
 * shows.
 */
export const EMAIL_KINDS = [
  'verification',
  'account-exists',
  'password-reset',
  'password-changed',
  'factor-added',
  'factor-removed',
  'recovery-code-used',
  'recovery-codes-made',
  'factors-reset',
  'provider-connected',
  'provider-disconnected',
  'team-invitation',
  'account-approved',
  'settings-test',
  'notification-test',
  'digest',
  'mention',
  'assignment',
  'order-news',
  'visitor-waiting',
  'refused-email',
  'payment-problem',
  'address-confirmation',
  'chat-reply',
  'chat-link',
  'review-confirmation',
  'sign-in',
  'company-invitation',
  'order-code',
  'order',
  'invoice',
  'subscription',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];
