import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import { isAccountEmail } from './account-email.ts';
import { recordAudit, type Trace } from './audit.server.ts';
import { hashPassword, insertLogin } from './credentials.server.ts';
import {
  ALL_FIELDS_REQUIRED,
  checkLength,
  checkRepeated,
  checkUncommon,
} from './password-rules.server.ts';
import { normalizeName } from './person-name.ts';
import { isRole, type Role } from './roles.ts';
import { authUsers, profiles } from './tables.server.ts';
import { accountExistsMail, verificationMail } from './team-mails.ts';
import type { TeamServices } from './team-services.ts';
import { issueToken } from './tokens.server.ts';

/** The form of /create-account as it was typed. */
export interface SignUp {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: string;
  readonly password: string;
  readonly confirmation: string;
}

export const SIGNED_UP =
  'Account created successfully! Please check your email to verify your account.';
export const PROFILE_FAILED =
  'Account created, but there was an issue with profile setup. Please contact support.';

/**
 * Makes an account that waits for an admin, whatever role it asks for (DECISIONS 20). For an
 * address that has an account the answer and the work are the same, and its owner gets a mail
 * about it. Throws {@link RefusedError} with the messages of SPEC §5 in their order.
 */
export async function signUp(
  db: Database,
  services: TeamServices,
  trace: Trace,
  form: SignUp,
): Promise<void> {
  const { email, fullName, role } = checkForm(form);
  const { auth, clock, log, mail, settings } = services;
  const passwordHash = await hashPassword(auth, form.password);
  const id = await db.transaction((tx) =>
    insertLogin(tx, clock, { email, fullName, passwordHash, isVerified: false }),
  );
  if (id === undefined) return greetAgain(db, services, email);
  try {
    await insertWaitingProfile(db, services, { id, email, fullName, requestedRole: role });
  } catch (error) {
    log.error({ err: error, accountId: id }, 'The profile of a new account was not saved');
    throw new RefusedError(500, PROFILE_FAILED);
  }
  await recordAudit(db, clock, trace, {
    action: 'account-requested',
    subjectId: id,
    subject: email,
    detail: `asked for the role ${role}`,
  });
  mail.send(verificationMail(settings, email, await issueToken(db, clock, 'verify-email', id)));
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
    if (value === '') throw new RefusedError(400, ALL_FIELDS_REQUIRED, field);
  }
  checkRepeated(form.password, form.confirmation);
  checkLength(form.password);
  if (!isEmail(email) || !isAccountEmail(email)) {
    throw new RefusedError(400, 'Please enter a valid email address', 'email');
  }
  if (!isRole(form.role)) throw new RefusedError(400, 'Please choose a role', 'role');
  checkUncommon(form.password);
  return { email, fullName: normalizeName(`${firstName} ${lastName}`), role: form.role };
}

export interface WaitingProfile {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly requestedRole: Role;
}

/** The profile of an account nobody has approved: the wish is kept beside a role without power. */
export async function insertWaitingProfile(
  db: Database,
  { clock }: Pick<TeamServices, 'clock'>,
  profile: WaitingProfile,
): Promise<void> {
  const now = clock.now();
  await db
    .insert(profiles)
    .values({ ...profile, role: 'agent', status: 'waiting', createdAt: now, updatedAt: now })
    .onConflictDoNothing();
}

/** Somebody signed up with an address that is taken: the mail, not the screen, says so. */
async function greetAgain(
  db: Database,
  { clock, mail, settings }: TeamServices,
  email: string,
): Promise<void> {
  const [user] = await db
    .select({ id: authUsers.id, isVerified: authUsers.emailVerified, status: profiles.status })
    .from(authUsers)
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .where(eq(authUsers.email, email));
  if (!user) return;
  const isUnfinished = user.status === 'waiting' && !user.isVerified;
  mail.send(
    isUnfinished
      ? verificationMail(settings, email, await issueToken(db, clock, 'verify-email', user.id))
      : accountExistsMail(settings, email),
  );
}
