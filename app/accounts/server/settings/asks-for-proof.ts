import type { SettingName } from '../../../platform/changeable-settings.ts';
import { isPeriod } from '../../protocol/setting-labels.ts';

interface Changed {
  readonly name: SettingName;
  readonly from: string;
  readonly to: string;
}

export function isShortened({ name, from, to }: Changed): boolean {
  // Empty means unlimited.
  return isPeriod(name) && Number(to || Infinity) < Number(from || Infinity);
}

/**
 * These changes need a fresh proof (rule 190): weaker sign-in rules equal a removed factor, a shorter
 * period erases data, and a changed payment URL redirects the money of all buyers.
 */
export function asksForProof(changed: Changed): boolean {
  const { name } = changed;
  return name === 'SECOND_FACTOR_FOR' || name === 'PAYMENT_URL' || isShortened(changed);
}
