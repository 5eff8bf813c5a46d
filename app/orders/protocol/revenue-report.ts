import { msg } from '../../i18n/translate.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { CsvCell } from '../../platform/csv.ts';

export const REVENUE_TITLES = {
  time: msg('Revenue over time'),
  service: msg('Revenue by service'),
  section: msg('Revenue by section'),
  agent: msg('Revenue by agent'),
  client: msg('Revenue by client'),
  coupon: msg('Revenue by coupon'),
  recurring: msg('Monthly recurring revenue'),
  outstanding: msg('Outstanding payments'),
  delivery: msg('From payment to delivery'),
} as const;

export type RevenueTableName = keyof typeof REVENUE_TITLES;

export const REVENUE_TABLES = Object.keys(REVENUE_TITLES) as [
  RevenueTableName,
  ...RevenueTableName[],
];

export interface RevenueCell {
  readonly text: string;
  /** The cell of the export, if it is another one. */
  readonly csv?: CsvCell;
  /** A list of what the cell counts. */
  readonly to?: string;
  /** True for a name or a text that somebody wrote. */
  readonly isWritten?: boolean;
}

/** The page and the export have the same cells. The first column has text, the others have numbers. */
export interface RevenueTable {
  readonly name: RevenueTableName;
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly RevenueCell[])[];
  readonly empty: string;
}

export interface RevenueFigure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

/** Formatted by the server in the reader's language; only the chart has amounts in smallest units. */
export interface RevenueReportView {
  readonly currency: Currency;
  readonly currencies: readonly Currency[];
  readonly summary: readonly string[];
  readonly figures: readonly RevenueFigure[];
  readonly chart: {
    readonly points: readonly { readonly name: string; readonly value: number }[];
    readonly before: readonly number[];
    readonly beforeName: string;
  };
  readonly recurring: readonly { readonly name: string; readonly value: number }[];
  readonly tables: readonly RevenueTable[];
}
