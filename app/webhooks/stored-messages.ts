import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

/** Errors in the log of deliveries, and audit entries about webhooks. */
export const webhookMessage = defineMessages({
  'webhooks.endpoint': ({
    events,
    withContents,
  }: {
    readonly events: string;
    readonly withContents: boolean;
  }) => (withContents ? t('{events}, includes message contents', { events }) : events),
  'webhooks.disabled-gone': () => t('the endpoint responded with 410 Gone'),
  'webhooks.disabled-silent': () => t('no delivery succeeded for three days'),
  'webhooks.redirect': () =>
    t("The receiver responded with a redirect. Redirects aren't followed."),
  'webhooks.gone': () => t('The receiver asked for no more events.'),
  'webhooks.status': ({ status }: { readonly status: number }) =>
    t('The receiver responded with {status}.', { status }),
});
