import { RefusedError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';

/** A place as somebody types it, from 1; throws {@link RefusedError} 422 for what is none. */
export function readPlace(typed: string): number {
  const place = typed.trim();
  if (/^\d{1,9}$/.test(place)) return Number(place);
  throw new RefusedError(422, say('Please write a place as a whole number, such as 3.'), 'at');
}
