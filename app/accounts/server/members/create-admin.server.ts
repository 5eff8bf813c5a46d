import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { accountMessage } from '../../stored-messages.ts';
import { isAccountEmail, normalizeName } from '../sign-in/account-fields.ts';
import { insertAccount } from '../sign-in/create-account.server.ts';
import { hashPassword } from '../sign-in/credentials.server.ts';
import { ALL_FIELDS_REQUIRED, checkNewPassword } from '../sign-in/password-rules.server.ts';
import { requireAdmin } from './manage-members.server.ts';
import type { TeamServices } from './team-services.ts';

export interface NewAdmin {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Creates another admin with a chosen password. Throws {@link RefusedError} for an invalid field, and for anybody but an admin. */
export async function createAdmin(
  services: TeamServices,
  trace: Trace,
  form: NewAdmin,
): Promise<void> {
  const fullName = normalizeName(`${form.firstName} ${form.lastName}`);
  const email = normalizeEmail(form.email);
  if (normalizeName(form.firstName) === '' || normalizeName(form.lastName) === '' || email === '') {
    throw new RefusedError(400, t(ALL_FIELDS_REQUIRED));
  }
  checkNewPassword(form.password, form.confirmation);
  if (!isAccountEmail(email)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  const { auth, clock } = services;
  const passwordHash = await hashPassword(auth, form.password);
  await change(services, trace, async (tx, after) => {
    await requireAdmin(tx, trace);
    const id = await insertAccount(tx, clock, { email, fullName, role: 'admin', passwordHash });
    after.audit('account-created', {
      subjectId: id,
      subject: email,
      detail: accountMessage('accounts.role', { role: 'admin' }),
    });
  });
}
