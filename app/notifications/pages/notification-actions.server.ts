import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { RefusedError } from '../../platform/errors.ts';
import { field, uuid } from '../../platform/fields.ts';
import { removeDevice } from '../server/push/devices.server.ts';
import { chooseNotifications } from '../server/push/notification-settings.server.ts';
import { DIGESTS } from '../protocol/rules.ts';
import { testNotifications } from '../server/push/test-notifications.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

/** A test sends an email and a request to each device. */
const TEST_LIMIT = { name: 'test-notifications', burst: 5, perMinute: 2 };

const notificationForm = v.variant('intent', [
  v.object({
    intent: v.literal('settings'),
    digest: field(32),
    showsPreviews: field(3),
    tellsOfQueue: field(3),
    mailsMentions: field(3),
    mailsOrders: field(3),
  }),
  v.object({ intent: v.literal('remove-device'), id: uuid }),
  v.object({ intent: v.literal('test') }),
]);

/** The actions concern only the member's own account. */
export const action = formAction(
  notificationForm,
  { admit: whoMayOpen('/notifications') },
  async (form, turn) => {
    const { appContext, session } = turn;
    const self = session.member;
    switch (form.intent) {
      case 'settings': {
        const digest = DIGESTS.find((one) => one === form.digest);
        if (!digest)
          throw new RefusedError(400, t('Choose how often you want to receive an email.'));
        await chooseNotifications(appContext, self, {
          digest,
          mailsMentions: form.mailsMentions === 'yes',
          mailsOrders: form.mailsOrders === 'yes',
          showsPreviews: form.showsPreviews === 'yes',
          tellsOfQueue: form.tellsOfQueue === 'yes',
        });
        return t('Notification settings saved.');
      }
      case 'remove-device':
        await removeDevice(appContext, self.id, form.id);
        return t('That device no longer receives notifications.');
      default:
        form.intent satisfies 'test';
        await appContext.limits.take(TEST_LIMIT, self.id);
        return {
          message: t('Test results:'),
          results: await testNotifications(appContext, self),
        };
    }
  },
);
