import { msg, msgIn, type Sentence } from '../../i18n/translate.ts';

/** From the least to the most: each permission includes those before it. */
export const COMPANY_PERMISSIONS = ['view', 'order', 'manage'] as const;

export type CompanyPermission = (typeof COMPANY_PERMISSIONS)[number];

/** The labels of rule 294. */
export const PERMISSION_LABELS: Readonly<Record<CompanyPermission, Sentence>> = {
  view: msgIn('permission', 'View'),
  order: msgIn('permission', 'Order'),
  manage: msgIn('permission', 'Manage'),
};

export const PERMISSION_HINTS: Readonly<Record<CompanyPermission, Sentence>> = {
  view: msg('Sees the orders of the company.'),
  order: msg(
    'Also orders, answers questions, accepts deliveries, requests revisions and opens invoices.',
  ),
  manage: msg(
    'Also pays, cancels, requests refunds, changes the billing details and invites people.',
  ),
};

export function includes(has: CompanyPermission, needed: CompanyPermission): boolean {
  return COMPANY_PERMISSIONS.indexOf(has) >= COMPANY_PERMISSIONS.indexOf(needed);
}

export const COMPANY_NAME_MAX_LENGTH = 100;
