import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

interface Revision {
  readonly revision: number;
}

/** Notes of publications, and audit entries about them. */
export const catalogueMessage = defineMessages({
  'catalogue.publication': ({ revision }: Revision) => t('Publication {revision}', { revision }),
  'catalogue.titles': ({ titles, more }: { readonly titles: string; readonly more: number }) =>
    more > 0 ? t('{titles} and {number} more', { titles, number: more }) : titles,
  'catalogue.exported': ({
    format,
    services,
  }: {
    readonly format: string;
    readonly services: number;
  }) =>
    t('{format}, {count, plural, one {# service} other {# services}}', { format, count: services }),
  'catalogue.first': () => t('Initial catalogue'),
  'catalogue.undone': ({ revision }: Revision) => t('Undoes publication {revision}', { revision }),
  'catalogue.currency-changed': ({ from, to }: { readonly from: string; readonly to: string }) =>
    t('Prices in {to} instead of {from}', { from, to }),
  'catalogue.imported': () => t('Imported from a file'),
  'catalogue.first-services-hidden': () => t('Unchanged example services hidden'),
});
