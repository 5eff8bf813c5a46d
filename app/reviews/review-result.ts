import type { ReviewDraft, ReviewField } from './rules.ts';

/** What becomes of a review that was sent. A refused one comes back as it was typed. */
export type ReviewResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly draft: ReviewDraft;
      readonly message: string;
      /** Undefined where no single field is to blame. */
      readonly field: ReviewField | undefined;
      /** True while the server does not know this browser. */
      readonly needsCaptcha: boolean;
    };
