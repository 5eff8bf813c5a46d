import type { Currency } from '../../platform/currencies.ts';
import type { Language } from '../../platform/languages.ts';

/** A day as `YYYY-MM-DD`, in the shop's time zone. */
export type Day = string;

/** An integer in the smallest unit of the document's currency. */
export type MinorUnits = number;

export type TaxCategory = 'standard' | 'zero' | 'reverse-charge' | 'exempt' | 'not-subject';

export interface InvoiceParty {
  readonly name: string;
  /** Lines of the postal address without the country. */
  readonly address: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
  readonly taxNumber: string | undefined;
}

export interface InvoiceTaxRate {
  /** Such as 'VAT' or 'USt.'; it comes from the shop's settings. */
  readonly name: string;
  /** Thousandths of a percent: 19 % is 19000. */
  readonly rate: number;
  readonly category: TaxCategory;
}

export interface InvoiceLine {
  /** The index of the invoice's line that a line of a credit note corrects. */
  readonly corrects?: number;
  readonly title: string;
  readonly quantity: number;
  readonly unit: {
    readonly name: string;
    /** UN/ECE Recommendation 20: 'C62' is a piece, 'MON' a month. */
    readonly code: string;
  };
  /** Includes tax if the document's prices do. */
  readonly unitPrice: MinorUnits;
  /** Includes tax if the document's prices do. */
  readonly discount: MinorUnits;
  /** Added to the price of the whole quantity. Documents of versions before this field have none. */
  readonly options?: readonly InvoiceOption[];
  readonly net: MinorUnits;
  readonly tax: MinorUnits;
  readonly taxRate: InvoiceTaxRate;
}

export interface InvoiceOption {
  readonly title: string;
  readonly quantity: number;
  /** For the whole quantity. Includes tax if the document's prices do. */
  readonly amount: MinorUnits;
}

/** The sum of the lines with one tax rate. */
export interface InvoiceTax {
  readonly taxRate: InvoiceTaxRate;
  readonly net: MinorUnits;
  /** The sum of the rounded taxes of the lines. */
  readonly tax: MinorUnits;
  /** `tax` minus the tax that results from `net` and the rate. */
  readonly rounding: MinorUnits;
}

export interface InvoiceLogo {
  readonly bytes: Uint8Array;
  /** The text for readers who cannot see the picture. */
  readonly description: string;
}

/**
 * Everything that an issued document says. It is computed once and stored, so rendering it again gives the same
 * document. The amounts of a credit note are positive: its kind says that they are credited.
 */
export interface InvoiceDocument {
  readonly kind: 'invoice' | 'credit-note';
  readonly number: string;
  readonly issuedOn: Day;
  /** One day, or the first and the last day of a period. Null if the document was issued before the delivery. */
  readonly supply: { readonly from: Day; readonly until: Day } | null;
  readonly dueOn: Day;
  readonly language: Language;
  readonly currency: Currency;
  readonly pricesIncludeTax: boolean;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
  readonly taxes: readonly InvoiceTax[];
  readonly totals: {
    readonly net: MinorUnits;
    readonly tax: MinorUnits;
    readonly gross: MinorUnits;
    readonly paidAtIssue: MinorUnits;
    readonly due: MinorUnits;
  };
  /** Set if something was due at issue and the shop takes bank transfers. */
  readonly payment?: { readonly details: readonly string[]; readonly reference: string };
  /** The invoice that a credit note corrects. */
  readonly corrects: { readonly number: string; readonly issuedOn: Day } | undefined;
  readonly logo: InvoiceLogo | undefined;
}
