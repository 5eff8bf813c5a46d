import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { accountMessage } from '../../stored-messages.ts';
import { insertAccount } from '../sign-in/create-account.server.ts';
import { hashPassword } from '../sign-in/credentials.server.ts';
import { readNewAdmin, type NewAdmin } from '../sign-in/read-new-admin.server.ts';
import { requireAdmin } from './manage-members.server.ts';
import type { TeamServices } from './team-services.ts';

/** Creates another admin with a chosen password. Throws {@link RefusedError} for an invalid field, and for anybody but an admin. */
export async function createAdmin(
  services: TeamServices,
  trace: Trace,
  form: NewAdmin,
): Promise<void> {
  const { fullName, email } = readNewAdmin(form);
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
