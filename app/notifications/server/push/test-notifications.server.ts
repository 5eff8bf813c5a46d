import { t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { PostResult } from '../../../platform/outgoing/post.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { forgetDevice, noteOutcome } from './push-kind.server.ts';
import { NOTIFICATIONS_PATH, testMail } from './notification-mails.ts';
import { explainPush, isGone, type PushSender } from './push-sender.server.ts';
import { pushSubscriptions } from './tables.server.ts';
import { pushMessage } from '../../stored-messages.ts';
import { showMessage, showStored } from '../../../platform/stored-message.ts';

export interface TestResult {
  readonly channel: string;
  /** 'not-set-up' means that nothing was sent, which is no error. */
  readonly outcome: 'sent' | 'refused' | 'not-set-up';
  readonly detail: string;
}

interface TestServices extends ChangeContext {
  readonly mail: Mail;
  readonly push: PushSender;
  readonly settings: Pick<Settings, 'origin' | 'brandName'>;
}

export async function testNotifications(
  services: TestServices,
  member: Member,
): Promise<TestResult[]> {
  const devices = await services.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.profileId, member.id))
    .orderBy(pushSubscriptions.createdAt);
  const [mail, ...pushes] = await Promise.all([
    tryMail(services, member),
    ...devices.map((device) => tryPush(services, device)),
  ]);
  if (pushes.length > 0) return [...pushes, mail];
  return [
    {
      channel: t('Push notifications'),
      outcome: 'not-set-up',
      detail: t('None of your browsers receives notifications yet. Turn them on above.'),
    },
    mail,
  ];
}

async function tryPush(
  services: TestServices,
  device: typeof pushSubscriptions.$inferSelect,
): Promise<TestResult> {
  const { clock, log, push, settings } = services;
  const channel = t('Push to {label}', {
    label: showStored(device.labelMessage, device.label) ?? device.label,
  });
  const result = await push
    .send(device, {
      title: t('Notifications from {brandName} work', { brandName: settings.brandName }),
      body: t('You requested this test.'),
      tag: 'test',
      path: NOTIFICATIONS_PATH,
      // A new number makes every test audible.
      number: clock.now().getTime(),
    })
    .catch((error: unknown): PostResult => {
      log.error(
        { err: error, subscription: device.id },
        'Could not create a test push notification',
      );
      return { error: pushMessage('push.not-made') };
    });
  if (!result) {
    return {
      channel,
      outcome: 'refused',
      detail: t('The server is restarting. Try again in a moment.'),
    };
  }
  if (isGone(result)) {
    await change(services, undefined, (tx) => forgetDevice(tx, device.id));
    return {
      channel,
      outcome: 'refused',
      detail: t('This browser no longer accepts notifications. It was removed from your devices.'),
    };
  }
  const problem = explainPush(result);
  await change(services, undefined, (tx) => noteOutcome(tx, clock, device.id, problem));
  return problem === null
    ? {
        channel,
        outcome: 'sent',
        detail: t('The push service accepted the notification. It appears within seconds.'),
      }
    : { channel, outcome: 'refused', detail: showMessage(problem) };
}

async function tryMail(
  { log, mail, settings }: TestServices,
  { id, email }: Member,
): Promise<TestResult> {
  const channel = t('Email to {email}', { email });
  try {
    await mail.deliver(testMail(settings, email));
  } catch (error) {
    log.warn({ err: error, member: id }, 'Could not send the test email');
    return { channel, outcome: 'refused', detail: reasonOf(error) };
  }
  return mail.isDelivered
    ? { channel, outcome: 'sent', detail: t('The mail server accepted the email.') }
    : {
        channel,
        outcome: 'not-set-up',
        detail: t('No mail server is set up. The email was saved in the server’s outbox folder.'),
      };
}

/** Shows the mail server's response. Errors of the connection stay internal. */
function reasonOf(error: unknown): string {
  const { response } = error as { response?: unknown };
  return typeof response === 'string'
    ? t('The mail server rejected the email: {response}', { response: response.slice(0, 200) })
    : t("Couldn't reach the mail server.");
}
