/** What the operator's settings fill into the legal pages. */
export interface LegalFacts {
  readonly brandName: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly postalAddress: string;
  readonly supportHours: string;
  readonly supportTimezone: string;
  readonly governingState: string;
  /** By its three letters. */
  readonly currency: string;
  /** After how many days something is deleted by itself; undefined: when it is asked for. */
  readonly retentionChatDays?: number | undefined;
  readonly retentionReviewEmailDays?: number | undefined;
}

export interface LegalSection {
  /** Names the section in addresses: /refunds#chargebacks. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

export interface LegalDocument {
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** Written out, e.g. 'January 1, 2025'. */
  readonly effectiveDate: string;
  readonly introduction: string;
  /** What stands in front of the first heading. */
  readonly opening: string;
  readonly sections: readonly LegalSection[];
}
