import { say } from '../../platform/say.ts';
import { Link } from 'react-router';

/** In place of the form where strangers may not ask for an account. */
export function InvitationOnly() {
  return (
    <>
      <p className="mt-8 rounded-card bg-surface p-5 ring-1 ring-line">
        {say(
          'New accounts are by invitation only. Ask an admin of this shop to invite you: the mail you get then leads to your account.',
        )}
      </p>
      <p className="mt-8 text-ink-2">
        {say('Already have an account?')}{' '}
        <Link to="/login" className="link">
          {say('Sign in')}
        </Link>
      </p>
    </>
  );
}
