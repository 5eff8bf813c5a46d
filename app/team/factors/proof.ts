import type { Clock } from '../../platform/clock.ts';
import { RefusedError } from '../../platform/errors.ts';
import { PROOF_FIELD } from '../../ui/form/form-answer.ts';

/** How long a proof is good for what cannot be undone (DECISIONS 50). */
const FRESH_MS = 5 * 60 * 1000;

export const PROVE_FIRST = 'Please confirm that it is you, then send this again.';

/** Refuses when somebody last proved who they are more than five minutes ago: a notice leads to where they do. */
export function requireFreshProof({ provedAt }: { readonly provedAt: Date }, clock: Clock): void {
  if (clock.now().getTime() - provedAt.getTime() <= FRESH_MS) return;
  throw new RefusedError(403, PROVE_FIRST, PROOF_FIELD);
}
