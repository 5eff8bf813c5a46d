import { t } from '../i18n/translate.ts';
import { defineMessages } from '../platform/stored-message.ts';
import { PERMISSION_LABELS, type CompanyPermission } from './protocol/company-permissions.ts';

const nameOf = (permission: CompanyPermission) => t(PERMISSION_LABELS[permission]);

/** Audit entries about clients and companies, and what an erasure has removed. */
export const clientMessage = defineMessages({
  'clients.method': ({ method }: { readonly method: 'code' | 'link' | 'passkey' }) =>
    method === 'passkey' ? t('by passkey') : method === 'link' ? t('by link') : t('by code'),
  'clients.permission': ({ permission }: { readonly permission: CompanyPermission }) =>
    nameOf(permission),
  'clients.permission-changed': ({
    from,
    to,
  }: {
    readonly from: CompanyPermission;
    readonly to: CompanyPermission;
  }) => `${nameOf(from)} → ${nameOf(to)}`,
  'clients.account-erased': () => t('client account with its devices, passkeys and memberships'),
  'clients.companies-erased': ({ count }: { readonly count: number }) =>
    t('companies without other people: {number}', { number: count }),
});
