import { t } from '../i18n/translate.ts';
import { formatCount } from '../platform/format-count.ts';
import { defineMessages } from '../platform/stored-message.ts';
import type { DemoCounts } from './server/read-demo.server.ts';

interface Counted extends DemoCounts {
  readonly services: number;
}

/** Audit entries about the setup guide. */
export const setupMessage = defineMessages({
  'setup.demo-counted': (counts: Counted) =>
    t('{counts}, {services} hidden', {
      counts: [
        formatCount({ noun: 'member', number: counts.accounts }),
        formatCount({ noun: 'visitor', number: counts.visitors }),
        formatCount({ noun: 'conversation', number: counts.conversations }),
        formatCount({ noun: 'order', number: counts.orders }),
        formatCount({ noun: 'subscription', number: counts.subscriptions }),
        formatCount({ noun: 'review', number: counts.reviews }),
      ].join(', '),
      services: formatCount({ noun: 'service', number: counts.services }),
    }),
  'setup.demo-removed': ({
    records,
    services,
  }: {
    readonly records: number;
    readonly services: number;
  }) =>
    t('{records, plural, one {# record} other {# records}}, {services} hidden', {
      records,
      services: formatCount({ noun: 'service', number: services }),
    }),
});
