import { t } from '../../../i18n/translate.ts';
import { writeMail, type MailContent } from '../../../platform/email/write-mail.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { getRoleLabel, type Role } from '../../protocol/roles.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

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

interface LinkWords extends Pick<MailContent, 'kind' | 'subject' | 'unsolicited'> {
  /** The last sentence introduces the address. */
  readonly said: readonly string[];
  readonly button: string;
  readonly after?: readonly string[];
  /** Emails that anybody can cause say so in their text and have no other reason. */
  readonly isOfAccount?: boolean;
}

function linkMail(
  { origin, brandName }: Sender,
  to: string,
  path: string,
  { said, button, after = [], isOfAccount = false, ...about }: LinkWords,
) {
  const link = origin + path;
  return writeMail({
    to,
    brandName,
    ...about,
    link,
    body: [...said, { label: button, href: link }, ...after],
    footer: isOfAccount
      ? [
          t(
            'You received this email because you have an account in the {brandName} Agent Portal.',
            {
              brandName,
            },
          ),
        ]
      : [],
  });
}

export function verificationMail(
  sender: Sender,
  to: string,
  token: string,
  { at, browser }: SignUpMoment,
) {
  const { brandName } = sender;
  const [day = '', time = ''] = at.toISOString().slice(0, 16).split('T');
  return linkMail(sender, to, `/verify-email?token=${token}`, {
    kind: 'verification',
    button: t('Verify your email'),
    unsolicited: 'verification',
    subject: t('Verify your email for {brandName}', { brandName }),
    said: [
      browser === null
        ? t(
            'Someone, probably you, requested an account in the {brandName} Agent Portal on {day} at {time} UTC.',
            { brandName, day, time },
          )
        : t(
            'Someone, probably you, requested an account in the {brandName} Agent Portal on {day} at {time} UTC, with this browser: {browser}.',
            { brandName, day, time, browser },
          ),
      t('Open this link within three days to confirm that this address is yours:'),
    ],
    after: [
      t(
        'Open it only if you made this request at that time. Opening it sets the password chosen in that request and ends all other requests for this address.',
      ),
      t("An admin approves new accounts. You'll get an email when yours is approved."),
      t(
        "If this wasn't you, you can ignore this email. If other people's requests keep your own link from arriving, open this one and select “This wasn't me”.",
      ),
    ],
  });
}

/** Sent to the owner of an account if somebody signs up with its address. */
export function accountExistsMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/forgot-password', {
    kind: 'account-exists',
    button: t('Set a new password'),
    unsolicited: 'account-exists',
    subject: t('You already have an account at {brandName}', { brandName }),
    said: [
      t(
        'Someone, probably you, requested an account in the {brandName} Agent Portal with this address. The address already has an account, and nothing about it was changed.',
        { brandName },
      ),
      t("If you've forgotten its password, set a new one here:"),
    ],
    after: [t("If this wasn't you, you can ignore this email.")],
  });
}

export function passwordResetMail(sender: Sender, to: string, token: string) {
  const { brandName } = sender;
  return linkMail(sender, to, `/reset-password?token=${token}`, {
    kind: 'password-reset',
    button: t('Set a new password'),
    unsolicited: 'password-reset',
    subject: t('Set a new password for {brandName}', { brandName }),
    said: [
      t('Someone, probably you, requested a new password in the {brandName} Agent Portal.', {
        brandName,
      }),
      t('Open this link within an hour to choose it. The link works once:'),
    ],
    after: [t("If this wasn't you, you can ignore this email. Your password stays the same.")],
  });
}

export function passwordChangedMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/forgot-password', {
    kind: 'password-changed',
    button: t('Set a new password'),
    isOfAccount: true,
    subject: t('Your {brandName} password was changed', { brandName }),
    said: [
      t(
        'The password of your account in the {brandName} Agent Portal has just been changed, and browsers that were signed in have been signed out.',
        { brandName },
      ),
      t("If this wasn't you, set a new password immediately and tell an admin:"),
    ],
  });
}

/** Informs the owner about a change of the account, with advice in case somebody else made it. */
function accountMail(
  sender: Sender,
  to: string,
  { said, ...about }: Pick<LinkWords, 'kind' | 'subject' | 'said'>,
) {
  const ifOthers = t(
    "If this wasn't you, set a new password immediately and tell an admin. Your account:",
  );
  return linkMail(sender, to, '/team/account', {
    ...about,
    said: [...said, ifOthers],
    button: t('Open your account'),
    isOfAccount: true,
  });
}

const isPasskey = ({ key }: StoredMessage) => key === 'accounts.passkey';

export function factorAddedMail(sender: Sender, to: string, what: StoredMessage) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    kind: 'factor-added',
    subject: t('A second factor was added to your {brandName} account', { brandName }),
    said: [
      isPasskey(what)
        ? t('From now on, signing in to the {brandName} Agent Portal requires your passkey.', {
            brandName,
          })
        : t(
            'From now on, signing in to the {brandName} Agent Portal requires your authenticator app.',
            { brandName },
          ),
    ],
  });
}

export function factorRemovedMail(sender: Sender, to: string, what: StoredMessage) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    kind: 'factor-removed',
    subject: t('A second factor was removed from your {brandName} account', { brandName }),
    said: [
      isPasskey(what)
        ? t(
            'Your passkey was removed. Signing in to the {brandName} Agent Portal no longer requires it.',
            { brandName },
          )
        : t(
            'Your authenticator app was removed. Signing in to the {brandName} Agent Portal no longer requires it.',
            { brandName },
          ),
    ],
  });
}

export function recoveryCodeUsedMail(sender: Sender, to: string, left: number) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    kind: 'recovery-code-used',
    subject: t('A recovery code for your {brandName} account was used', { brandName }),
    said: [
      t(
        "A recovery code was used instead of the second factor of your account in the {brandName} Agent Portal. It can't be used again.",
        { brandName },
      ),
      t('{count, plural, one {# recovery code is left.} other {# recovery codes are left.}}', {
        count: left,
      }),
    ],
  });
}

export function recoveryCodesMadeMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    kind: 'recovery-codes-made',
    subject: t('New recovery codes were created for your {brandName} account', { brandName }),
    said: [
      t(
        'Your account in the {brandName} Agent Portal has new recovery codes. Your previous codes no longer work.',
        { brandName },
      ),
    ],
  });
}

export function factorsResetMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/login', {
    kind: 'factors-reset',
    button: t('Sign in'),
    isOfAccount: true,
    subject: t('Your second factors at {brandName} were reset', { brandName }),
    said: [
      t(
        'An admin removed the second factors of your account in the {brandName} Agent Portal and signed you out everywhere. Sign in with your password, then set up a new factor.',
        { brandName },
      ),
      t("If you didn't ask for this, tell an admin immediately. Sign in here:"),
    ],
  });
}

/** `provider` is the name that the operator configured. */
export function providerConnectedMail(sender: Sender, to: string, provider: string) {
  const { brandName } = sender;
  return linkMail(sender, to, '/team/account', {
    kind: 'provider-connected',
    button: t('Open your account'),
    isOfAccount: true,
    subject: t('Sign-in with {provider} was added to your {brandName} account', {
      brandName,
      provider,
    }),
    said: [
      t(
        'From now on, an account at {provider} can be used to sign in to your account in the {brandName} Agent Portal.',
        { provider, brandName },
      ),
      t(
        "If this wasn't you, disconnect it, set a new password immediately and tell an admin. Your account:",
      ),
    ],
  });
}

export function providerDisconnectedMail(sender: Sender, to: string) {
  const { brandName } = sender;
  return accountMail(sender, to, {
    kind: 'provider-disconnected',
    subject: t('A sign-in method was removed from your {brandName} account', { brandName }),
    said: [
      t(
        'An external account can no longer be used to sign in to your account in the {brandName} Agent Portal.',
        { brandName },
      ),
    ],
  });
}

export function invitationMail(sender: Sender, to: string, role: Role, token: string) {
  const { brandName } = sender;
  return linkMail(sender, to, `/invitation?token=${token}`, {
    kind: 'team-invitation',
    button: t('Join the team'),
    subject: t('Join the {brandName} team', { brandName }),
    said: [
      t("You've been invited to the {brandName} Agent Portal. Your role: {role}.", {
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
    kind: 'account-approved',
    button: t('Sign in'),
    isOfAccount: true,
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
