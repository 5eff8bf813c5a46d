import { say, sayAny, sayCounted } from '../../platform/say.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { sayRole, type Role } from '../members/roles.ts';

/**
 * The mails of accounts. Links start with the configured origin, never with what a request calls
 * us, and no mail repeats what a stranger typed into a form: it would be sent in our name.
 */
type Sender = Pick<Settings, 'origin' | 'brandName'>;

/** When a sign-up was made and with what, in our words: a stranger cannot write into the mail. */
export interface SignUpMoment {
  readonly at: Date;
  /** As `nameBrowser` calls it. */
  readonly browser: string | null;
}

export function verificationMail(
  { origin, brandName }: Sender,
  to: string,
  token: string,
  { at, browser }: SignUpMoment,
) {
  const moment = `${at
    .toISOString()
    .slice(0, 16)
    .replace('T', ` ${say('at')} `)} UTC`;
  const link = `${origin}/verify-email?token=${token}`;
  return writeMail({
    to,
    brandName,
    unsolicited: 'verification',
    subject: say('Verify your email for {brandName}', { brandName }),
    link,
    body: [
      browser === null
        ? say(
            'Somebody, probably you, asked for an account in the {brandName} Agent Portal on {moment}.',
            { brandName, moment },
          )
        : say(
            'Somebody, probably you, asked for an account in the {brandName} Agent Portal on {moment}, with {browser}.',
            { brandName, moment, browser },
          ),
      say('Open this link within three days to confirm that this address is yours:'),
      { href: link },
      say(
        'Only open it if you asked at that time: the password that was chosen then becomes the password of the account, and other requests for this address end.',
      ),
      say('An admin approves new accounts; you will get a mail when yours is.'),
      say(
        'If it was not you, you need not do anything. If requests of others keep your own link from coming, open this one and say that it was not you.',
      ),
    ],
  });
}

/** To the owner of an account for whose address somebody signed up again. */
export function accountExistsMail({ origin, brandName }: Sender, to: string) {
  const link = `${origin}/forgot-password`;
  return writeMail({
    to,
    brandName,
    unsolicited: 'account-exists',
    subject: say('You have an account at {brandName} already', { brandName }),
    link,
    body: [
      say(
        'Somebody, probably you, asked for an account in the {brandName} Agent Portal with this address. There is one already, and nothing about it was changed.',
        { brandName },
      ),
      say('If you have forgotten its password, set a new one here:'),
      { href: link },
      say('If it was not you, you need not do anything.'),
    ],
  });
}

export function passwordResetMail({ origin, brandName }: Sender, to: string, token: string) {
  const link = `${origin}/reset-password?token=${token}`;
  return writeMail({
    to,
    brandName,
    unsolicited: 'password-reset',
    subject: say('Set a new password for {brandName}', { brandName }),
    link,
    body: [
      say('Somebody, probably you, asked for a new password in the {brandName} Agent Portal.', {
        brandName,
      }),
      say('Open this link within an hour to choose it. The link works once:'),
      { href: link },
      say('If it was not you, you need not do anything: your password stays as it is.'),
    ],
  });
}

export function passwordChangedMail({ origin, brandName }: Sender, to: string) {
  const link = `${origin}/forgot-password`;
  return writeMail({
    to,
    brandName,
    subject: say('Your {brandName} password was changed', { brandName }),
    link,
    body: [
      say(
        'The password of your account in the {brandName} Agent Portal was changed just now, and browsers it was signed in with are signed out.',
        { brandName },
      ),
      say('If it was not you, set a new one at once and tell an admin:'),
      { href: link },
    ],
  });
}

/** What happened to somebody's own account, and what to do where it was not they who did it. */
function accountMail(
  { origin, brandName }: Sender,
  to: string,
  { subject, said }: { readonly subject: string; readonly said: readonly string[] },
) {
  const link = `${origin}/team/account`;
  return writeMail({
    to,
    brandName,
    subject,
    link,
    body: [
      ...said,
      say('If it was not you, set a new password at once and tell an admin. Your account:'),
      { href: link },
    ],
  });
}

/** To somebody who has a new second factor; `what` is ours to say. */
export function factorAddedMail(sender: Sender, to: string, what: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: say('A second factor was added to your {brandName} account', { brandName }),
    said: [
      say('Signing in to the {brandName} Agent Portal asks for your {what} from now on.', {
        brandName,
        what: sayAny(what),
      }),
    ],
  });
}

export function factorRemovedMail(sender: Sender, to: string, what: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: say('A second factor was removed from your {brandName} account', { brandName }),
    said: [
      say(
        'Your {what} was removed: signing in to the {brandName} Agent Portal does not ask for it any more.',
        { what: sayAny(what), brandName },
      ),
    ],
  });
}

export function recoveryCodeUsedMail(sender: Sender, to: string, left: number) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: say('A recovery code of your {brandName} account was used', { brandName }),
    said: [
      say(
        'A recovery code stood in for the second factor of your account in the {brandName} Agent Portal. It does not work again.',
        { brandName },
      ),
      sayCounted(left, '{count} recovery code is left.|{count} recovery codes are left.'),
    ],
  });
}

export function recoveryCodesMadeMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: say('New recovery codes were made for your {brandName} account', { brandName }),
    said: [
      say(
        'The recovery codes of your account in the {brandName} Agent Portal are new: those you had do not work any more.',
        { brandName },
      ),
    ],
  });
}

export function factorsResetMail({ origin, brandName }: Sender, to: string) {
  const link = `${origin}/login`;
  return writeMail({
    to,
    brandName,
    subject: say('Your second factors at {brandName} were reset', { brandName }),
    link,
    body: [
      say(
        'An admin removed the second factors of your account in the {brandName} Agent Portal, and signed you out everywhere. Your password lets you in; set up a new factor then.',
        { brandName },
      ),
      say('If you did not ask for this, tell an admin at once. Sign in here:'),
      { href: link },
    ],
  });
}

/** `provider` is what the operator calls it. */
export function providerConnectedMail({ origin, brandName }: Sender, to: string, provider: string) {
  const link = `${origin}/team/account`;
  return writeMail({
    to,
    brandName,
    subject: say('Your {brandName} account can be entered by {provider}', { brandName, provider }),
    link,
    body: [
      say(
        'An account at {provider} opens your account in the {brandName} Agent Portal from now on.',
        { provider, brandName },
      ),
      say(
        'If it was not you, disconnect it, set a new password at once and tell an admin. Your account:',
      ),
      { href: link },
    ],
  });
}

export function providerDisconnectedMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: say('A way to sign in was removed from your {brandName} account', { brandName }),
    said: [
      say(
        'An account elsewhere that opened your account in the {brandName} Agent Portal does so no more.',
        { brandName },
      ),
    ],
  });
}

export function invitationMail(
  { origin, brandName }: Sender,
  to: string,
  role: Role,
  token: string,
) {
  const link = `${origin}/invitation?token=${token}`;
  return writeMail({
    to,
    brandName,
    subject: say('Join the {brandName} team', { brandName }),
    link,
    body: [
      say('You are invited to the {brandName} Agent Portal. Your role: {role}.', {
        brandName,
        role: sayRole(role),
      }),
      say('Open this link within seven days to choose your password. The link works once:'),
      { href: link },
    ],
  });
}

export function approvedMail({ origin, brandName }: Sender, to: string, role: Role) {
  const link = `${origin}/login`;
  return writeMail({
    to,
    brandName,
    subject: say('Your {brandName} account is ready', { brandName }),
    link,
    body: [
      say('An admin approved your account in the {brandName} Agent Portal. Your role: {role}.', {
        brandName,
        role: sayRole(role),
      }),
      say('Sign in here:'),
      { href: link },
    ],
  });
}
