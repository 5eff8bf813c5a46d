import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';
import { isSettingName } from '../platform/changeable-settings.ts';
import { formatSettingValue } from './protocol/setting-labels.ts';
import { nameRole } from './protocol/roles.ts';

interface Roles {
  readonly from: string;
  readonly to: string;
}

/** Audit entries about accounts, and the reasons for refusing a sign-in. */
export const accountMessage = defineMessages({
  'accounts.role': ({ role }: { readonly role: string }) => nameRole(role),
  'accounts.role-changed': ({ from, to }: Roles) => `${nameRole(from)} → ${nameRole(to)}`,
  'accounts.role-changed-by-provider': ({ from, to }: Roles) =>
    t('{role} → {role2}, set by the provider', { role: nameRole(from), role2: nameRole(to) }),
  'accounts.role-at-provider': ({ role }: { readonly role: string }) =>
    t('role from the provider: {role}', { role: nameRole(role) }),
  'accounts.role-asked': ({ role }: { readonly role: string }) =>
    t('requested the role {role}', { role: nameRole(role) }),
  'accounts.role-unproven': ({ role }: { readonly role: string }) =>
    t('{role}, email not verified', { role: nameRole(role) }),
  'accounts.role-by': ({ role, name }: { readonly role: string; readonly name: string }) =>
    t('{role}, by {name}', { role: nameRole(role), name }),
  'accounts.by': ({ name }: { readonly name: string }) => t('by {name}', { name }),
  'accounts.first-admin': () => t('first admin, via the setup link'),
  'accounts.declined-by-reader': () => t('by the owner of the email address'),
  'accounts.authenticator-app': () => t('authenticator app'),
  'accounts.passkey': () => t('passkey'),
  'accounts.suspended': () => t('Your account is suspended.'),
  'accounts.waits-for-approval': () => t('Your account is waiting for approval by an admin.'),
  'accounts.not-verified': () => t("Verify your email first. We've just sent you a new link."),
  'accounts.no-user': () => t('Login failed - no user data returned.'),
  'accounts.no-role': ({ name }: { readonly name: string }) =>
    t('Your {name} account has no role here. Ask an admin to give you one.', { name }),
  'accounts.browser': ({
    browser,
    system,
  }: {
    readonly browser?: string;
    readonly system?: string;
  }) => {
    const named = browser ?? t('Unknown browser');
    return system ? t('{browser} on {system}', { browser: named, system }) : named;
  },
  'accounts.setting': ({
    name,
    from,
    to,
  }: {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }) => {
    const show = (value: string) => (isSettingName(name) ? formatSettingValue(name, value) : value);
    return `${show(from)} → ${show(to)}`;
  },
  'accounts.list-exported': ({ path, rows }: { readonly path: string; readonly rows: number }) =>
    t('{path}: {count, plural, one {# row} other {# rows}}', { path, count: rows }),
  'accounts.audit-expired': ({ count }: { readonly count: number }) =>
    t('audit log entries: {number}', { number: count }),
  'accounts.sign-ups-erased': ({ count }: { readonly count: number }) =>
    t('{count, plural, one {# sign-up} other {# sign-ups}}', { count }),
  'accounts.mentions-erased': ({ count }: { readonly count: number }) =>
    t('{count, plural, one {# mention in the audit log} other {# mentions in the audit log}}', {
      count,
    }),
});
