/** What the operator's settings fill into the legal pages. */
export interface LegalFacts {
  readonly brandName: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly postalAddress: string;
  readonly supportHours: string;
  readonly supportTimezone: string;
  readonly governingState: string;
  /** After how many days something is deleted by itself; undefined: when it is asked for. */
  readonly retentionChatDays?: number | undefined;
  readonly retentionReviewEmailDays?: number | undefined;
}

/** A paragraph; a list; or the lines under which the operator is reached. */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly contact: readonly LegalContact[] };

export interface LegalContact {
  readonly label: string;
  readonly value: string;
  /** Undefined where there is nothing to open, as for a postal address. */
  readonly href?: string;
}

export interface LegalSection {
  /** Names the section in addresses: /refunds#chargebacks. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

export interface LegalDocument {
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** Written out, e.g. 'January 1, 2025'. */
  readonly effectiveDate: string;
  readonly introduction: string;
  readonly sections: readonly LegalSection[];
}
