import { msg, t } from '../i18n/translate.ts';

const COUNTED = {
  browser: msg('{count, plural, one {# browser} other {# browsers}}'),
  change: msg('{count, plural, one {# change} other {# changes}}'),
  'client account': msg('{count, plural, one {# client account} other {# client accounts}}'),
  'company membership': msg(
    '{count, plural, one {# company membership} other {# company memberships}}',
  ),
  'canned reply': msg('{count, plural, one {# canned reply} other {# canned replies}}'),
  'demo account': msg('{count, plural, one {# demo account} other {# demo accounts}}'),
  invoice: msg('{count, plural, one {# invoice} other {# invoices}}'),
  conversation: msg('{count, plural, one {# conversation} other {# conversations}}'),
  credit: msg('{count, plural, one {# credit} other {# credits}}'),
  draft: msg('{count, plural, one {# draft} other {# drafts}}'),
  file: msg('{count, plural, one {# file} other {# files}}'),
  'left-out email': msg('{count, plural, one {# skipped email} other {# skipped emails}}'),
  mail: msg('{count, plural, one {# email} other {# emails}}'),
  member: msg('{count, plural, one {# member} other {# members}}'),
  message: msg('{count, plural, one {# message} other {# messages}}'),
  order: msg('{count, plural, one {# order} other {# orders}}'),
  'order file': msg('{count, plural, one {# order file} other {# order files}}'),
  review: msg('{count, plural, one {# review} other {# reviews}}'),
  service: msg('{count, plural, one {# service} other {# services}}'),
  'sign-up': msg('{count, plural, one {# sign-up} other {# sign-ups}}'),
  subscription: msg('{count, plural, one {# subscription} other {# subscriptions}}'),
  visitor: msg('{count, plural, one {# visitor} other {# visitors}}'),
};

export type CountedNoun = keyof typeof COUNTED;

export interface Counted {
  readonly noun: CountedNoun;
  readonly number: number;
}

export function formatCount({ noun, number }: Counted): string {
  return t(COUNTED[noun], { count: number });
}
