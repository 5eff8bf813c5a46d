import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

interface Status {
  readonly status: number;
}

/** Why a notification did not reach a device. */
export const pushMessage = defineMessages({
  'push.gone': () => t('This browser no longer accepts notifications.'),
  'push.key-refused': ({ status }: Status) =>
    t("The push service rejected the server's key ({status}).", { status }),
  'push.too-large': () =>
    t('The push service rejected the notification because it was too large (413).'),
  'push.too-many': () => t('The push service received too many notifications (429).'),
  'push.redirect': ({ status }: Status) =>
    t('The push service responded with a redirect ({status}).', { status }),
  'push.status': ({ status }: Status) => t('The push service responded with {status}.', { status }),
  'push.not-made': () => t("Couldn't create the notification."),
});
