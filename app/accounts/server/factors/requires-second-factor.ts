import { msg, t } from '../../../i18n/translate.ts';
import type { Clock } from '../../../platform/clock.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { PlacePath } from '../../protocol/navigation-items.ts';
import type { Role } from '../../protocol/roles.ts';

/** The page where members set up their factors. */
export const FACTORS_PATH = '/team/account' satisfies PlacePath;
/** Setting up a factor requires a fresh proof, which the second page asks for. */
const OPEN_TO_WHO_OWES: readonly string[] = [
  FACTORS_PATH,
  '/team/confirm',
] satisfies readonly PlacePath[];

const DAY_MS = 24 * 60 * 60 * 1000;
/** The time from the first admin's factor until all admins need one. */
const ADMINS_HAVE_MS = 7 * DAY_MS;

const NEEDED_BY: Readonly<Record<Settings['secondFactorFor'], readonly Role[]>> = {
  automatic: [],
  nobody: [],
  admins: ['admin'],
  managers: ['manager', 'admin'],
  support: ['support', 'manager', 'admin'],
  everybody: ['agent', 'support', 'manager', 'admin'],
};

export interface Signed {
  readonly member: { readonly role: Role };
  readonly hasFactor: boolean;
  /** True if the session was opened with a second factor at the provider. */
  readonly factorAtProvider: boolean;
  /** The time since when the first admin has had a factor. */
  readonly adminsHaveSince: Date | null;
}

/** Returns true if the member must set up a second factor before anything else (rule 189). */
export function requiresSecondFactor(
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

/** These pages are needed to set up a factor, so they must not require one. */
export function isOpenToWhoOwes(pathname: string): boolean {
  return OPEN_TO_WHO_OWES.includes(pathname.replace(/\.data$/, ''));
}

const FACTOR_OWED = msg('Your account needs a second factor first. Set one up under Your account.');

interface Rules {
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'secondFactorFor'>;
}

/** Evaluates the rule with the current time and settings. */
export function isOwing({ clock, settings }: Rules, session: Signed): boolean {
  return requiresSecondFactor(session, settings.secondFactorFor, clock.now());
}

/** Throws {@link RefusedError} 403 if a second factor must be set up first. */
export function refuseWhoOwes(rules: Rules, session: Signed): void {
  if (isOwing(rules, session)) throw new RefusedError(403, t(FACTOR_OWED));
}
