import { t, type Sentence } from '../../../i18n/translate.ts';
import { writeMail, type MailContent } from '../../../platform/email/write-mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { getRoleLabel, type Role } from '../../protocol/roles.ts';

/**
 * Emails about accounts. Links begin with the configured origin, never with a request's host, and no email
 * quotes text that a stranger typed, because it would be sent in our name.
 */
type Sender = Pick<Settings, 'origin' | 'brandName'>;

/** Describes a sign-up without text that a stranger could have written. */
export interface SignUpMoment {
  readonly at: Date;
  readonly browser: string | null;
}

interface LinkWords extends Pick<MailContent, 'subject' | 'unsolicited'> {
  readonly said: readonly string[];
  readonly after?: readonly string[];
}

function linkMail(
  { origin, brandName }: Sender,
  to: string,
  path: string,
  { said, after = [], ...about }: LinkWords,
) {
  const link = origin + path;
  return writeMail({ to, brandName, ...about, link, body: [...said, { href: link }, ...after] });
}

export function verificationMail(
  sender: Sender,
  to: string,
  token: string,
  { at, browser }: SignUpMoment,
) {
  const { brandName } = sender;
  const moment = `${at
    .toISOString()
    .slice(0, 16)
    .replace('T', ` ${t('at')} `)} UTC`;
  return linkMail(sender, to, `/verify-email?token=${token}`, {
    unsolicited: 'verification',
    subject: t('Verify your email for {brandName}', { brandName }),
    said: [
      browser === null
        ? t(
            'Somebody, probably you, asked for an account in the {brandName} Agent Portal on {moment}.',
            { brandName, moment },
          )
        : t(
            'Somebody, probably you, asked for an account in the {brandName} Agent Portal on {moment}, with {browser}.',
            { brandName, moment, browser },
          ),
      t('Open this link within three days to confirm that this address is yours:'),
    ],
    after: [
      t(
        'Only open it if you asked at that time: the password that was chosen then becomes the password of the account, and other requests for this address end.',
      ),
      t('An admin approves new accounts; you will get a mail when yours is.'),
      t(
        'If it was not you, you need not do anything. If requests of others keep your own link from coming, open this one and say that it was not you.',
      ),
    ],
  });
}

/** Sent to the owner of an account if somebody signs up with its address. */
export function accountExistsMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/forgot-password', {
    unsolicited: 'account-exists',
    subject: t('You have an account at {brandName} already', { brandName }),
    said: [
      t(
        'Somebody, probably you, asked for an account in the {brandName} Agent Portal with this address. There is one already, and nothing about it was changed.',
        { brandName },
      ),
      t('If you have forgotten its password, set a new one here:'),
    ],
    after: [t('If it was not you, you need not do anything.')],
  });
}

export function passwordResetMail(sender: Sender, to: string, token: string) {
  const { brandName } = sender;
  return linkMail(sender, to, `/reset-password?token=${token}`, {
    unsolicited: 'password-reset',
    subject: t('Set a new password for {brandName}', { brandName }),
    said: [
      t('Somebody, probably you, asked for a new password in the {brandName} Agent Portal.', {
        brandName,
      }),
      t('Open this link within an hour to choose it. The link works once:'),
    ],
    after: [t('If it was not you, you need not do anything: your password stays as it is.')],
  });
}

export function passwordChangedMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/forgot-password', {
    subject: t('Your {brandName} password was changed', { brandName }),
    said: [
      t(
        'The password of your account in the {brandName} Agent Portal was changed just now, and browsers it was signed in with are signed out.',
        { brandName },
      ),
      t('If it was not you, set a new one at once and tell an admin:'),
    ],
  });
}

/** Informs the owner about a change of the account, with advice in case somebody else made it. */
function accountMail(sender: Sender, to: string, { subject, said }: LinkWords) {
  const ifOthers = t(
    'If it was not you, set a new password at once and tell an admin. Your account:',
  );
  return linkMail(sender, to, '/team/account', { subject, said: [...said, ifOthers] });
}

export function factorAddedMail(sender: Sender, to: string, what: Sentence) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: t('A second factor was added to your {brandName} account', { brandName }),
    said: [
      t('Signing in to the {brandName} Agent Portal asks for your {what} from now on.', {
        brandName,
        what: t(what),
      }),
    ],
  });
}

export function factorRemovedMail(sender: Sender, to: string, what: Sentence) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: t('A second factor was removed from your {brandName} account', { brandName }),
    said: [
      t(
        'Your {what} was removed: signing in to the {brandName} Agent Portal does not ask for it any more.',
        { what: t(what), brandName },
      ),
    ],
  });
}

export function recoveryCodeUsedMail(sender: Sender, to: string, left: number) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: t('A recovery code of your {brandName} account was used', { brandName }),
    said: [
      t(
        'A recovery code stood in for the second factor of your account in the {brandName} Agent Portal. It does not work again.',
        { brandName },
      ),
      t('{count, plural, one {# recovery code is} other {# recovery codes are}} left.', {
        count: left,
      }),
    ],
  });
}

export function recoveryCodesMadeMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: t('New recovery codes were made for your {brandName} account', { brandName }),
    said: [
      t(
        'The recovery codes of your account in the {brandName} Agent Portal are new: those you had do not work any more.',
        { brandName },
      ),
    ],
  });
}

export function factorsResetMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/login', {
    subject: t('Your second factors at {brandName} were reset', { brandName }),
    said: [
      t(
        'An admin removed the second factors of your account in the {brandName} Agent Portal, and signed you out everywhere. Your password lets you in; set up a new factor then.',
        { brandName },
      ),
      t('If you did not ask for this, tell an admin at once. Sign in here:'),
    ],
  });
}

/** `provider` is the name that the operator configured. */
export function providerConnectedMail(sender: Sender, to: string, provider: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/team/account', {
    subject: t('Your {brandName} account can be entered by {provider}', { brandName, provider }),
    said: [
      t(
        'An account at {provider} opens your account in the {brandName} Agent Portal from now on.',
        { provider, brandName },
      ),
      t(
        'If it was not you, disconnect it, set a new password at once and tell an admin. Your account:',
      ),
    ],
  });
}

export function providerDisconnectedMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    subject: t('A way to sign in was removed from your {brandName} account', { brandName }),
    said: [
      t(
        'An account elsewhere that opened your account in the {brandName} Agent Portal does so no more.',
        { brandName },
      ),
    ],
  });
}

export function invitationMail(sender: Sender, to: string, role: Role, token: string) {
  const { brandName } = sender;
  return linkMail(sender, to, `/invitation?token=${token}`, {
    subject: t('Join the {brandName} team', { brandName }),
    said: [
      t('You are invited to the {brandName} Agent Portal. Your role: {role}.', {
        brandName,
        role: getRoleLabel(role),
      }),
      t('Open this link within seven days to choose your password. The link works once:'),
    ],
  });
}

export function approvedMail(sender: Sender, to: string, role: Role) {
  const { brandName } = sender;
  return linkMail(sender, to, '/login', {
    subject: t('Your {brandName} account is ready', { brandName }),
    said: [
      t('An admin approved your account in the {brandName} Agent Portal. Your role: {role}.', {
        brandName,
        role: getRoleLabel(role),
      }),
      t('Sign in here:'),
    ],
  });
}
