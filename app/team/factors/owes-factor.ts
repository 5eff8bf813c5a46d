import type { Clock } from '../../platform/clock.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { PlacePath } from '../members/places.ts';
import type { Role } from '../members/roles.ts';

/** Where one sets up what one signs in with. */
export const FACTORS_PATH = '/team/account' satisfies PlacePath;
/** Setting a factor up asks for a fresh proof, which is given at the second. */
const OPEN_TO_WHO_OWES: readonly string[] = [
  FACTORS_PATH,
  '/team/confirm',
] satisfies readonly PlacePath[];

const DAY_MS = 24 * 60 * 60 * 1000;
/** From the first admin's factor until all admins need one. */
const ADMINS_HAVE_MS = 7 * DAY_MS;

const NEEDED_BY: Readonly<Record<Settings['secondFactorFor'], readonly Role[]>> = {
  automatic: [],
  nobody: [],
  admins: ['admin'],
  managers: ['manager', 'admin'],
  support: ['support', 'manager', 'admin'],
  everybody: ['agent', 'support', 'manager', 'admin'],
};

/** Whom a session is of, as far as it decides about that. */
export interface Signed {
  readonly member: { readonly role: Role };
  readonly hasFactor: boolean;
  /** Whether the session was opened with one at the provider. */
  readonly factorAtProvider: boolean;
  /** When the first admin set one up who has one now. */
  readonly adminsHaveSince: Date | null;
}

/** Whether somebody has to set up a second factor before they do anything else (DECISIONS 50). */
export function owesFactor(
  { member, hasFactor, factorAtProvider, adminsHaveSince }: Signed,
  neededBy: Settings['secondFactorFor'],
  now: Date,
): boolean {
  if (hasFactor || factorAtProvider) return false;
  if (neededBy !== 'automatic') return NEEDED_BY[neededBy].includes(member.role);
  return (
    member.role === 'admin' &&
    adminsHaveSince !== null &&
    now.getTime() - adminsHaveSince.getTime() >= ADMINS_HAVE_MS
  );
}

/** Whether this page is for those, too, who owe a factor: without it they could not set one up. */
export function isOpenToWhoOwes(pathname: string): boolean {
  return OPEN_TO_WHO_OWES.includes(pathname.replace(/\.data$/, ''));
}

const FACTOR_OWED = 'Your account needs a second factor first. Set one up under Your account.';

interface Rules {
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'secondFactorFor'>;
}

/** The same, now and as this installation has it. */
export function isOwing({ clock, settings }: Rules, session: Signed): boolean {
  return owesFactor(session, settings.secondFactorFor, clock.now());
}

/** Throws a {@link RefusedError} 403 for whoever has to set up a second factor before anything else. */
export function refuseWhoOwes(rules: Rules, session: Signed): void {
  if (isOwing(rules, session)) throw new RefusedError(403, FACTOR_OWED);
}
