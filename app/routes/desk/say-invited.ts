import { say } from '../../platform/say.ts';

/** What came of an invitation: without a mail server somebody has to hand it over. */
export function sayInvited(isDelivered: boolean, email: string): string {
  return isDelivered
    ? say('The invitation to {email} is on its way.', { email })
    : say(
        'No mail server is set: the invitation to {email} is in the outbox folder, and its link in the log.',
        { email },
      );
}
