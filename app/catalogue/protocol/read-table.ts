import { msg, msgIn } from '../../i18n/translate.ts';
import { foldText } from '../../platform/fold-text.ts';
import { byPlace, type ServiceEntry } from '../../shop/catalogue.ts';
import type { Working, WorkingCatalogue } from './draft.ts';
import { decimalSign } from '../../platform/read-amount.ts';
import { writeAmount } from './read-amount.ts';
import { formatPriceNote, toPrice } from '../../shop/price.ts';

export const TABLE_STATES = [
  { id: 'all', name: msgIn('services', 'All') },
  { id: 'published', name: msg('Published') },
  { id: 'draft', name: msg('Draft') },
  { id: 'hidden', name: msgIn('catalogue', 'Hidden') },
  { id: 'popular', name: msg('Popular') },
] as const;

type TableState = (typeof TABLE_STATES)[number]['id'];

export interface TableQuery {
  readonly text: string;
  readonly section: string;
  readonly group: string;
  readonly state: TableState;
  readonly page: number;
}

const TEXT_MAX_LENGTH = 100;
const MAX_PAGE = 10_000;

export const ROWS_PER_PAGE = 50;

export interface TableRow {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly where: string;
  readonly groupId: string;
  readonly note: string;
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

export function readTable(working: WorkingCatalogue, query: TableQuery): TablePart {
  const wanted = foldText(query.text).trim();
  const found: Candidate[] = [];
  for (const group of groupsOf(working)) {
    if (query.section !== '' && group.section !== query.section) continue;
    if (query.group !== '' && group.groupId !== query.group) continue;
    for (const [index, service] of group.services.entries()) {
      if (isWanted(service, group, query.state, wanted))
        found.push({ working: service, group, index });
    }
  }
  const lastPage = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE));
  const page = Math.min(query.page, lastPage);
  return {
    rows: found.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map(toRow),
    total: found.length,
    hasMore: page < lastPage,
    page,
  };
}

interface Group {
  readonly section: string;
  readonly groupId: string;
  readonly where: string;
  readonly isHidden: boolean;
  readonly services: readonly Working<ServiceEntry>[];
}

interface Candidate {
  readonly working: Working<ServiceEntry>;
  readonly group: Group;
  readonly index: number;
}

function groupsOf(working: WorkingCatalogue): Group[] {
  const groups = inOrder(working.groups);
  const servicesIn = servicesByGroup(working.services);
  return inOrder(working.sections).flatMap((section) =>
    groups
      .filter((group) => group.section === section.id)
      .map((group) => ({
        section: section.id,
        groupId: group.id,
        where: `${section.title} · ${group.title}`,
        isHidden: group.isHidden || section.isHidden,
        services: servicesIn.get(`${section.id}/${group.id}`) ?? [],
      })),
  );
}

type ByGroup = ReadonlyMap<string, readonly Working<ServiceEntry>[]>;

const known = new WeakMap<readonly Working<ServiceEntry>[], ByGroup>();

/** Keys are 'section/group'. Cached by the identity of the array, which stays the same while no service has a draft. */
export function servicesByGroup(services: readonly Working<ServiceEntry>[]): ByGroup {
  let found = known.get(services);
  if (!found) {
    const grouped = Map.groupBy(
      services,
      ({ entry: catalogueEntry }) => `${catalogueEntry.section}/${catalogueEntry.area}`,
    );
    const inPlace = (own: readonly Working<ServiceEntry>[]) =>
      own.toSorted((one, other) => byPlace(one.entry, other.entry));
    found = new Map([...grouped].map(([name, own]) => [name, inPlace(own)]));
    known.set(services, found);
  }
  return found;
}

function isWanted(
  { entry: catalogueEntry, published, draft: catalogueDraft }: Working<ServiceEntry>,
  group: Group,
  state: TableQuery['state'],
  wanted: string,
): boolean {
  const isHidden = catalogueEntry.isHidden || group.isHidden;
  const isInState = {
    all: true,
    published: published !== undefined && !isHidden,
    draft: catalogueDraft !== undefined,
    hidden: isHidden,
    popular: catalogueEntry.popular !== null,
  }[state];
  return (
    isInState &&
    (wanted === '' || foldText(`${catalogueEntry.title} ${group.where}`).includes(wanted))
  );
}

function toRow({ working, group, index }: Candidate): TableRow {
  const { entry: catalogueEntry, published, draft: catalogueDraft } = working;
  const { id, title, amount, currency, popular } = catalogueEntry;
  const beside = [currency === 'USD' ? '' : currency, formatPriceNote(toPrice(catalogueEntry))];
  return {
    id,
    title,
    section: group.section,
    groupId: group.groupId,
    where: group.where,
    note: beside.filter(Boolean).join(' '),
    amount: writeAmount(amount, currency, decimalSign()),
    amountFields: { amount, currency },
    isHidden: catalogueEntry.isHidden || group.isHidden,
    isDraft: catalogueDraft !== undefined,
    isNew: published === undefined,
    editedBy: catalogueDraft?.editedByName,
    popular,
    isFirst: index === 0,
    isLast: index === group.services.length - 1,
  };
}

/** Returns the entries with drafts applied. */
export function inOrder<T extends { readonly id: string; readonly place: number }>(
  working: readonly Working<T>[],
): T[] {
  return working.map(({ entry: catalogueEntry }) => catalogueEntry).toSorted(byPlace);
}

/** Parses the URL parameters. Malformed or unknown values count as absent. */
export function readTableQuery(params: URLSearchParams): TableQuery {
  const state = params.get('state');
  const page = params.get('page') ?? '';
  return {
    text: (params.get('q') ?? '').trim().slice(0, TEXT_MAX_LENGTH).toWellFormed(),
    section: nameIn(params, 'section'),
    group: nameIn(params, 'group'),
    state: TABLE_STATES.find(({ id }) => id === state)?.id ?? 'all',
    page: /^\d{1,5}$/.test(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGE) : 1,
  };
}

function nameIn(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? '';
  return /^[a-z][a-z0-9-]{0,39}$/.test(text) ? text : '';
}

export function writeTableQuery({ text, section, group, state, page }: TableQuery): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  if (section !== '') params.set('section', section);
  if (group !== '') params.set('group', group);
  if (state !== 'all') params.set('state', state);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '?' : `?${params}`;
}
