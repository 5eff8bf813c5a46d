import type { FormOfComment, ProofView } from '../../protocol/proof.ts';

export interface ProofPageProps {
  readonly proof: ProofView;
  /** The path of the order's page. Files and proofs are below it. */
  readonly basePath: string;
  /** The form that the page's address asks for, by its intent and the id of its comment or reply. */
  readonly openForm: { readonly intent: FormOfComment; readonly id: string } | null;
  /** The page of a document, from 1. */
  readonly shownPage: number;
  /** The id of the next comment, which makes sending it twice harmless. */
  readonly newId: string;
  /** False for members of a company who may only see its orders. */
  readonly mayComment: boolean;
  /** The version to compare with, or null. */
  readonly comparedWith: string | null;
  readonly isOverlaid: boolean;
}
