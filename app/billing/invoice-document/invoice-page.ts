import type { Language } from '../../platform/languages.ts';

export interface DirectedText {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
}

interface PartyTexts {
  readonly heading: string;
  readonly name: DirectedText;
  readonly lines: readonly DirectedText[];
  readonly taxNumber: string;
}

interface Cells<T> {
  readonly title: T;
  readonly quantity: string;
  readonly price: string;
  readonly discount?: string;
  readonly tax?: string;
  readonly net: string;
}

/** The texts of an invoice as `invoice-template.ts` typesets them. */
export interface InvoicePage {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly name: string;
  readonly title: string;
  readonly number: DirectedText;
  readonly shop: DirectedText;
  readonly logoDescription: string;
  readonly seller: PartyTexts;
  readonly buyer: PartyTexts;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly columns: Cells<string>;
  readonly rows: readonly (Cells<DirectedText> & { readonly options: readonly DirectedText[] })[];
  readonly totals: readonly {
    readonly label: string;
    readonly value: string;
    readonly weight: 'normal' | 'strong' | 'due';
  }[];
  /** How to pay by bank transfer; empty if nothing is due. */
  readonly payment: readonly DirectedText[];
  readonly notes: readonly string[];
  readonly pageNumber: readonly (
    | { readonly text: string }
    | { readonly count: 'page' | 'pages' }
  )[];
}

/** The message to the rendering thread. */
export interface InvoiceToRender {
  readonly page: InvoicePage;
  /** Seconds since 1970: the same document always gives the same file. */
  readonly createdAt: number;
  readonly logo: Uint8Array | undefined;
  readonly xml: string | undefined;
}
