import type { ProofView } from '../../protocol/proof.ts';

export interface ProofPageProps {
  readonly proof: ProofView;
  /** The path of the order's page. Files and proofs are below it. */
  readonly basePath: string;
  /** The id of the next comment, which makes sending it twice harmless. */
  readonly newId: string;
  /** False for members of a company who may only see its orders. */
  readonly mayComment: boolean;
  /** The version to compare with, or null. */
  readonly comparedWith: string | null;
  readonly isOverlaid: boolean;
}
