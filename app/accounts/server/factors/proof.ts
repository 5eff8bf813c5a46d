import type { Clock } from '../../../platform/clock.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { PROOF_FIELD } from '../../../ui/form/form-answer.ts';

/** The time for which a proof allows irreversible actions (rule 190). */
const FRESH_MS = 5 * 60 * 1000;

export const PROVE_FIRST = 'Please confirm that it is you, then send this again.';

/**
 * Throws {@link RefusedError} if the last proof is older than five minutes. The notice links to the page that
 * asks for one.
 */
export function requireFreshProof({ provedAt }: { readonly provedAt: Date }, clock: Clock): void {
  if (clock.now().getTime() - provedAt.getTime() <= FRESH_MS) return;
  throw new RefusedError(403, PROVE_FIRST, PROOF_FIELD);
}
