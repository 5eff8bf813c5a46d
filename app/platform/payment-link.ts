/** A page of somebody else on which buyers pay. */
export interface PaymentLink {
  readonly href: string;
  readonly label: string;
}
