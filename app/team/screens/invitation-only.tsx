import { Link } from 'react-router';

/** In place of the form where strangers may not ask for an account. */
export function InvitationOnly() {
  return (
    <>
      <p className="mt-8 rounded-card bg-surface p-5 ring-1 ring-line">
        New accounts are by invitation only. Ask an admin of this shop to invite you: the mail you
        get then leads to your account.
      </p>
      <p className="mt-8 text-ink-2">
        Already have an account?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </>
  );
}
