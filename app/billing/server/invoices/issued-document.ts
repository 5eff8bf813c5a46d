import type { InvoiceDocument } from '../../invoice-document/invoice-document.ts';

/** A document as it is stored. The logo is a file of the shop, so it is added when the document is rendered. */
export type IssuedDocument = Omit<InvoiceDocument, 'logo' | 'corrects'> & {
  readonly corrects: InvoiceDocument['corrects'] | null;
};
