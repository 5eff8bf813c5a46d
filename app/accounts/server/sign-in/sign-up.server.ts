import { t, msg } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isAccountEmail, normalizeName } from './account-fields.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { hashPassword } from './credentials.server.ts';
import {
  pendingPasswordProof,
  insertPendingSignUp,
  lockAddress,
} from './pending-sign-ups.server.ts';
import {
  ALL_FIELDS_REQUIRED,
  checkLength,
  checkRepeated,
  checkUncommon,
} from './password-rules.server.ts';
import { isRole, type Role } from '../../protocol/roles.ts';
import { nameBrowser } from '../sessions/sessions.server.ts';
import { authUsers, profiles } from '../tables.server.ts';
import { accountExistsMail, verificationMail } from './team-mails.ts';
import type { TeamServices } from '../members/team-services.ts';

export interface SignUp {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: string;
  readonly password: string;
  readonly confirmation: string;
}

export const SIGNED_UP = msg(
  'Account created successfully! Please check your email to verify your account.',
);
export const BY_INVITATION_ONLY = msg(
  'New accounts are by invitation only. Please ask an admin of this shop to invite you.',
);
export const PROFILE_FAILED = msg(
  'Account created, but there was an issue with profile setup. Please contact support.',
);

/** Helps an admin to tell sign-ups with the same address apart. */
export interface SignUpSource {
  readonly network?: string;
  readonly userAgent?: string;
}

/**
 * Saves a sign-up until its address is verified or an admin approves it (rules 180 and 183). Sign-ups with the
 * same address stay separate, so that a stranger cannot set the password of another person's account. Known
 * addresses get the same response. Throws {@link RefusedError} in the order of rule 178.
 */
export async function signUp(
  services: TeamServices,
  trace: Trace,
  form: SignUp,
  source: SignUpSource = {},
): Promise<void> {
  const { email, fullName, role } = checkForm(form);
  const { auth, clock, mail, settings } = services;
  const passwordHash = await hashPassword(auth, form.password);
  const passwordProof = await pendingPasswordProof(auth, email, form.password);
  const network = source.network ?? null;
  const browser = nameBrowser(source.userAgent ?? '');
  await change(services, trace, async (tx, after) => {
    await lockAddress(tx, email);
    if (await hasAccount(tx, email)) return mail.send(after, accountExistsMail(settings, email));
    const { id, token, createdAt } = await insertPendingSignUp(tx, clock, {
      email,
      fullName,
      requestedRole: role,
      passwordHash,
      passwordProof,
      network,
      browser,
    });
    after.audit('account-requested', {
      subjectId: id,
      subject: email,
      detail: `asked for the role ${role}`,
    });
    mail.send(after, verificationMail(settings, email, token, { at: createdAt, browser }));
  });
}

export async function hasAccount(tx: Database, email: string): Promise<boolean> {
  return (await tx.$count(authUsers, eq(authUsers.email, email))) > 0;
}

function checkForm(form: SignUp): { email: string; fullName: string; role: Role } {
  const firstName = normalizeName(form.firstName);
  const lastName = normalizeName(form.lastName);
  const email = normalizeEmail(form.email);
  for (const [value, field] of [
    [firstName, 'firstName'],
    [lastName, 'lastName'],
    [email, 'email'],
    [form.password, 'password'],
  ] as const) {
    if (value === '') throw new RefusedError(400, t(ALL_FIELDS_REQUIRED), field);
  }
  checkRepeated(form.password, form.confirmation);
  checkLength(form.password);
  if (!isEmail(email) || !isAccountEmail(email)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  if (!isRole(form.role)) throw new RefusedError(400, t('Please choose a role'), 'role');
  checkUncommon(form.password);
  return { email, fullName: normalizeName(`${firstName} ${lastName}`), role: form.role };
}

export interface WaitingProfile {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly requestedRole: Role;
}

/** The requested role is stored only as a wish; the actual role has no permissions while the account waits. */
export async function insertWaitingProfile(
  tx: Database,
  { clock }: Pick<TeamServices, 'clock'>,
  profile: WaitingProfile,
): Promise<void> {
  const now = clock.now();
  await tx
    .insert(profiles)
    .values({ ...profile, role: 'agent', status: 'waiting', createdAt: now, updatedAt: now })
    .onConflictDoNothing();
}
