import type { SettingName } from '../../platform/changeable-settings.ts';
import { isPeriod } from './setting-labels.ts';

interface Changed {
  readonly name: SettingName;
  readonly from: string;
  readonly to: string;
}

/** Whether a change makes a period shorter, so that something is deleted. */
export function isShortened({ name, from, to }: Changed): boolean {
  // Left empty it is kept, which is longer than any number.
  return isPeriod(name) && Number(to || Infinity) < Number(from || Infinity);
}

/**
 * Who signs in with less is as much as a factor taken away, and a shorter period erases (DECISIONS 50). Another
 * address to pay at takes the money of everybody who pays next.
 */
export function asksForProof(changed: Changed): boolean {
  const { name } = changed;
  return name === 'SECOND_FACTOR_FOR' || name === 'PAYMENT_URL' || isShortened(changed);
}
