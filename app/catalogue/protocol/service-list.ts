import { msg, msgIn } from '../../i18n/translate.ts';
import { byPlace, type ServiceEntry } from '../../shop/catalogue.ts';
import type { Working } from './draft.ts';
import { POSITION_LABEL } from './field-labels.ts';
import { lineOf, oneOf, type ListShape, type ListState } from '../../platform/lists/list-state.ts';

export const SERVICE_STATES = [
  { id: 'all', name: msgIn('services', 'All') },
  { id: 'published', name: msg('Published') },
  { id: 'draft', name: msg('Draft') },
  { id: 'hidden', name: msgIn('catalogue', 'Hidden') },
  { id: 'popular', name: msg('Popular') },
] as const;

const nameFilter = (typed: string) => (/^[a-z][a-z0-9-]{0,39}$/.test(typed) ? typed : '');

export const SERVICE_LIST = {
  path: '/team/catalogue',
  columns: {
    service: { label: msg('Service'), sort: 'ascending' },
    status: { label: msg('Status') },
    price: { label: msg('Price') },
    place: { label: POSITION_LABEL, sort: 'ascending' },
    editor: { label: msg('Edited by'), isOptional: true },
  },
  filters: {
    q: lineOf(100),
    section: nameFilter,
    group: nameFilter,
    state: oneOf(['all', 'published', 'draft', 'hidden', 'popular']),
  },
  sort: 'place',
} as const satisfies ListShape;

export type ServiceListState = ListState<typeof SERVICE_LIST>;

export const SERVICES_PER_PAGE = 50;

export interface ListedService {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  /** The titles of section and group. */
  readonly where: string;
  readonly groupId: string;
  readonly note: string;
  readonly amount: string;
  readonly amountFields: { readonly amount: number; readonly currency: string };
  /** The path of the small picture. */
  readonly picture: string;
  readonly isHidden: boolean;
  /** Its group or section is hidden, and therefore the service. */
  readonly isGroupHidden: boolean;
  readonly isDraft: boolean;
  readonly isNew: boolean;
  readonly editedBy: string | undefined;
  readonly popular: number | null;
  /** The position in the group, from 1. */
  readonly place: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

type ByGroup = ReadonlyMap<string, readonly Working<ServiceEntry>[]>;

const known = new WeakMap<readonly Working<ServiceEntry>[], ByGroup>();

/** Keys are 'section/group'. Cached by the identity of the array, which stays the same while no service has a draft. */
export function servicesByGroup(services: readonly Working<ServiceEntry>[]): ByGroup {
  let found = known.get(services);
  if (!found) {
    const grouped = Map.groupBy(
      services,
      (working) => `${shownOf(working).section}/${shownOf(working).area}`,
    );
    const inPlace = (own: readonly Working<ServiceEntry>[]) =>
      own.toSorted((one, other) => byPlace(shownOf(one), shownOf(other)));
    found = new Map([...grouped].map(([name, own]) => [name, inPlace(own)]));
    known.set(services, found);
  }
  return found;
}

export const shownOf = <T>({ entry }: Working<T>): T => entry;

/** Returns the entries with drafts applied. */
export function inOrder<T extends { readonly id: string; readonly place: number }>(
  working: readonly Working<T>[],
): T[] {
  return working.map(shownOf).toSorted(byPlace);
}
