import { say } from '../../platform/say.ts';
import { sayRole, type Role } from '../protocol/roles.ts';

/** The message warns when the email address is not verified. */
export function sayApproved(email: string, role: Role, isVerified: boolean): string {
  const isIn = say('{email} can sign in now, as {role}.', { email, role: sayRole(role) });
  return isVerified
    ? isIn
    : say('{isIn} Nobody has proved that this address is theirs: make sure you know who asked.', {
        isIn,
      });
}

/** Without a mail server, somebody must pass the link on. */
export function sayInvited(isDelivered: boolean, email: string): string {
  return isDelivered
    ? say('The invitation to {email} is on its way.', { email })
    : say(
        'No mail server is set: the invitation to {email} is in the outbox folder, and its link in the log.',
        { email },
      );
}
