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
  const servicesIn = Map.groupBy(working.services, ({ entry }) => `${entry.section}/${entry.area}`);
  const rows = sections.flatMap((section) =>
    groups
      .filter((group) => group.section === section.id)
      .flatMap((group) =>
        rowsOf(servicesIn.get(`${section.id}/${group.id}`) ?? [], section, group),
      ),
  );
  const wanted = query.text.toLowerCase();
  const found = rows.filter((row) => isWanted(row, query, wanted));
  const lastPage = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE));
  const page = Math.min(query.page, lastPage);
  return {
    rows: found.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map(toRow),
    total: found.length,
    hasMore: page < lastPage,
    page,
  };
}

function isWanted(row: Candidate, query: TableQuery, wanted: string): boolean {
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

/** What decides whether a service is in the table, and where. */
interface Candidate extends Pick<
  TableRow,
  | 'title'
  | 'section'
  | 'where'
  | 'groupId'
  | 'isHidden'
  | 'isDraft'
  | 'isNew'
  | 'popular'
  | 'isFirst'
  | 'isLast'
> {
  readonly working: Working<ServiceEntry>;
}

function rowsOf(
  services: readonly Working<ServiceEntry>[],
  section: SectionEntry,
  group: GroupEntry,
): Candidate[] {
  const own = services.toSorted((one, other) => byPlace(one.entry, other.entry));
  return own.map((working, index) => {
    const { entry, published, draft } = working;
    return {
      working,
      title: entry.title,
      section: section.id,
      groupId: group.id,
      where: `${section.title} · ${group.title}`,
      isHidden: entry.isHidden || group.isHidden || section.isHidden,
      isDraft: draft !== undefined,
      isNew: published === undefined,
      popular: entry.popular,
      isFirst: index === 0,
      isLast: index === own.length - 1,
    };
  });
}

/** Only what is shown is written out. */
function toRow({ working, ...row }: Candidate): TableRow {
  const { entry, draft } = working;
  const { id, amount, currency } = entry;
  const beside = [currency === 'USD' ? '' : currency, formatPriceNote(toPrice(entry))];
  return {
    ...row,
    id,
    note: beside.filter(Boolean).join(' '),
    amount: writeAmount(amount, currency),
    amountFields: { amount, currency },
    editedBy: draft?.editedByName,
  };
}

/** As the team works on them. */
export function inOrder<T extends { readonly id: string; readonly place: number }>(
  working: readonly Working<T>[],
): T[] {
  return working.map(({ entry }) => entry).toSorted(byPlace);
}
