import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import { isAccountEmail, NAME_MAX_LENGTH, normalizeName } from '../sign-in/account-fields.ts';
import { insertAccount } from '../sign-in/create-account.server.ts';
import { insertLogin } from '../sign-in/credentials.server.ts';
import { endPendingSignUps, lockAddress } from '../sign-in/pending-sign-ups.server.ts';
import { BY_INVITATION_ONLY, hasAccount, insertWaitingProfile } from '../sign-in/sign-up.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { findIdentity, insertIdentity } from './identities.server.ts';
import type { OpenIdServices, Claims } from './provider.server.ts';

/** Thrown if the address belongs to an account that is not connected. */
export class ConnectFirst extends RefusedError {
  constructor(name: string) {
    super(
      409,
      t(
        'There is an account with your address already. Sign in with its password, then connect {name} under Your account.',
        { name },
      ),
      CONNECT_FIRST,
    );
  }
}

export const CONNECT_FIRST = 'connect-first';

/**
 * Creates an account for a new identity and returns its id. An existing account with the same address is not
 * connected, because providers may allow arbitrary addresses or reassign the address of a former employee.
 */
export async function provisionAccount(
  services: OpenIdServices,
  trace: Trace,
  provider: OpenIdSettings,
  claims: Claims,
  role: Role | undefined,
): Promise<string> {
  const email = normalizeEmail(claims.email);
  if (!isAccountEmail(email)) {
    throw new RefusedError(
      403,
      t('{name} did not tell an email address of yours.', { name: provider.name }),
    );
  }
  if (!claims.isEmailVerified) {
    throw new RefusedError(
      403,
      t('{name} has not verified your email address. Verify it there, then try again.', {
        name: provider.name,
      }),
    );
  }
  return change(services, trace, async (tx, after) => {
    await lockAddress(tx, email);
    // A concurrent request of the same person may have created the account.
    const known = await findIdentity(tx, claims);
    if (known !== undefined) return known;
    if (await hasAccount(tx, email)) throw new ConnectFirst(provider.name);
    const id = await makeAccount(tx, after, services, provider, { ...claims, email }, role);
    await insertIdentity(tx, services.clock, { ...claims, email }, id);
    return id;
  });
}

async function makeAccount(
  tx: Database,
  after: After,
  services: OpenIdServices,
  { name, newAccounts }: OpenIdSettings,
  { email, name: fullName }: Claims,
  role: Role | undefined,
): Promise<string> {
  const { clock, settings } = services;
  const person = {
    email,
    fullName: normalizeName(fullName).slice(0, NAME_MAX_LENGTH) || (email.split('@')[0] ?? email),
    passwordHash: null,
  };
  if (newAccounts === 'join' && role) {
    const id = await insertAccount(tx, clock, { ...person, role });
    after.audit('account-created', {
      subjectId: id,
      subject: email,
      detail: `${role}, by ${name}`,
    });
    return id;
  }
  if (newAccounts === 'nobody' || settings.signUp === 'invited') {
    throw new RefusedError(403, t(BY_INVITATION_ONLY));
  }
  const requestedRole = role ?? 'agent';
  const id = await insertLogin(tx, clock, { ...person, isVerified: true });
  if (id === undefined) throw new ConnectFirst(name);
  await endPendingSignUps(tx, email);
  await insertWaitingProfile(tx, services, { id, email, fullName: person.fullName, requestedRole });
  after.audit('account-requested', { subjectId: id, subject: email, detail: `by ${name}` });
  return id;
}
