/** The settings fill the placeholders of legal pages. */
export interface LegalFacts {
  readonly brandName: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly postalAddress: string;
  readonly supportHours: string;
  readonly supportTimezone: string;
  readonly governingState: string;
  readonly currency: string;
  /** The data is deleted automatically after this many days. Undefined means deletion on request only. */
  readonly retentionChatDays?: number | undefined;
  readonly retentionReviewEmailDays?: number | undefined;
}

export interface LegalSection {
  /** The id is the anchor of the section: /refunds#chargebacks. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

export interface LegalDocument {
  readonly title: string;
  readonly description: string;
  /** The date is written out, such as 'January 1, 2025'. */
  readonly effectiveDate: string;
  readonly introduction: string;
  /** This HTML comes before the first heading. */
  readonly opening: string;
  readonly sections: readonly LegalSection[];
}
