import { checkForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import * as v from 'valibot';
import type { RouterContextProvider } from 'react-router';
import { hostContext } from '../../host.ts';
import { removeDevice } from '../../reach/push/devices.server.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../../reach/push/notification-settings.server.ts';
import { DIGESTS } from '../../reach/push/rules.ts';
import { testNotifications, type TestResult } from '../../reach/push/test-notifications.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import { isUuid } from '../resources/member.server.ts';

/** A test is a mail and a request to each device. */
const TEST_LIMIT = { name: 'test-notifications', burst: 5, perMinute: 2 };

const notificationForm = v.object({
  intent: field(32),
  digest: field(32),
  showsPreviews: field(3),
  tellsOfQueue: field(3),
  id: field(36),
});

export interface NotificationOutcome {
  readonly message: string;
  /** What came of a test, channel by channel. */
  readonly results?: readonly TestResult[];
}

/** What the forms of /notifications do; each to one's own account alone. */
export async function runNotificationAction(
  context: Readonly<RouterContextProvider>,
  member: Member,
  form: FormData,
): Promise<NotificationOutcome> {
  const host = context.get(hostContext);
  const { db, clock, limits } = host;
  const asked = checkForm(form, notificationForm);
  switch (asked.intent) {
    case 'settings': {
      const digest = DIGESTS.find((one) => one === asked.digest);
      if (!digest) throw new RefusedError(400, 'Please choose how often you want a mail.');
      const before = await readNotificationSettings(db, member.id);
      await saveNotificationSettings(db, clock, member.id, {
        digest,
        showsPreviews: asked.showsPreviews === 'yes',
        // Who is not asked keeps what they chose when they were.
        tellsOfQueue: may(member, 'take-from-queue')
          ? asked.tellsOfQueue === 'yes'
          : before.tellsOfQueue,
      });
      return { message: 'Your choice is saved.' };
    }
    case 'remove-device': {
      const { id } = asked;
      if (isUuid(id)) await removeDevice(db, member.id, id);
      return { message: 'That device is told nothing any more.' };
    }
    case 'test': {
      await limits.take(TEST_LIMIT, member.id);
      return {
        message: 'This is what happened:',
        results: await testNotifications(db, host, member),
      };
    }
    default:
      throw new RefusedError(400, 'The request is not what was expected.');
  }
}
