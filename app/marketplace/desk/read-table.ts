import { byPlace, type GroupEntry, type SectionEntry, type ServiceEntry } from '../catalogue.ts';
import type { Working, WorkingCatalogue } from '../drafts/draft.ts';
import { writeAmount } from '../entries/read-amount.ts';
import { formatPriceNote, toPrice } from '../price.ts';
import type { TableQuery } from './table-query.ts';

export const ROWS_PER_PAGE = 50;

/** A service in the team's table. */
export interface TableRow {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly group: string;
  /** Section and group in words. */
  readonly where: string;
  readonly groupId: string;
  /** What stands beside the amount. */
  readonly note: string;
  /** As its field shows it. */
  readonly amount: string;
  readonly amountFields: { readonly amount: number; readonly currency: string };
  readonly isHidden: boolean;
  readonly isDraft: boolean;
  readonly isNew: boolean;
  readonly editedBy: string | undefined;
  readonly popular: number | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

interface TablePart {
  readonly rows: readonly TableRow[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly page: number;
}

/** A page of the services that the query asks for, in the order of the catalogue. */
export function readTable(working: WorkingCatalogue, query: TableQuery): TablePart {
  const sections = inOrder(working.sections);
  const groups = inOrder(working.groups);
  const rows = sections.flatMap((section) =>
    groups
      .filter((group) => group.section === section.id)
      .flatMap((group) => rowsOf(working.services, section, group)),
  );
  const wanted = query.text.toLowerCase();
  const found = rows.filter((row) => isWanted(row, query, wanted));
  const lastPage = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE));
  const page = Math.min(query.page, lastPage);
  return {
    rows: found.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
    total: found.length,
    hasMore: page < lastPage,
    page,
  };
}

function isWanted(row: TableRow, query: TableQuery, wanted: string): boolean {
  const { section, group, state } = query;
  const isInState = {
    all: true,
    published: !row.isNew && !row.isHidden,
    draft: row.isDraft,
    hidden: row.isHidden,
    popular: row.popular !== null,
  }[state];
  return (
    isInState &&
    (section === '' || row.section === section) &&
    (group === '' || row.groupId === group) &&
    (wanted === '' || `${row.title} ${row.where}`.toLowerCase().includes(wanted))
  );
}

function rowsOf(
  services: readonly Working<ServiceEntry>[],
  section: SectionEntry,
  group: GroupEntry,
): TableRow[] {
  const own = services
    .filter(({ entry }) => entry.section === section.id && entry.area === group.id)
    .toSorted((one, other) => byPlace(one.entry, other.entry));
  return own.map(({ entry, published, draft }, index) => {
    const { amount, currency } = entry;
    const price = toPrice(entry);
    return {
      id: entry.id,
      title: entry.title,
      section: section.id,
      group: group.title,
      groupId: group.id,
      where: `${section.title} · ${group.title}`,
      note: [currency === 'USD' ? '' : currency, formatPriceNote(price)].filter(Boolean).join(' '),
      amount: writeAmount(amount, currency),
      amountFields: { amount, currency },
      isHidden: entry.isHidden || group.isHidden || section.isHidden,
      isDraft: draft !== undefined,
      isNew: published === undefined,
      editedBy: draft?.editedByName,
      popular: entry.popular,
      isFirst: index === 0,
      isLast: index === own.length - 1,
    };
  });
}

/** As the team works on them. */
export function inOrder<T extends { readonly id: string; readonly place: number }>(
  working: readonly Working<T>[],
): T[] {
  return working.map(({ entry }) => entry).toSorted(byPlace);
}
