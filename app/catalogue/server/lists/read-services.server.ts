import { foldText } from '../../../platform/fold-text.ts';
import { decimalSign } from '../../../platform/read-amount.ts';
import type { ServiceEntry } from '../../../shop/catalogue.ts';
import { drawingPath } from '../../../shop/pictures/picture-path.ts';
import type { Look } from '../../../shop/pictures/looks.ts';
import { formatPriceNote, toPrice } from '../../../shop/price.ts';
import { compareTitles } from '../../../shop/search/compare-titles.ts';
import type { Working, WorkingCatalogue } from '../../protocol/draft.ts';
import { plainPhotoPath } from '../../protocol/photo.ts';
import { writeAmount } from '../../protocol/read-amount.ts';
import {
  inOrder,
  servicesByGroup,
  SERVICES_PER_PAGE,
  shownOf,
  type ListedService,
  type ServiceListState,
} from '../../protocol/service-list.ts';

/** One page. A cursor is the id of a service; one that the list does not have begins at the first page. */
export function readServicePage(working: WorkingCatalogue, state: ServiceListState) {
  const found = findServices(working, state);
  const indexOf = (id: string) => found.findIndex((one) => serviceOf(one).id === id);
  const before = state.before === '' ? -1 : indexOf(state.before);
  const start = Math.max(0, before === -1 ? indexOf(state.after) + 1 : before - SERVICES_PER_PAGE);
  const end = start + SERVICES_PER_PAGE;
  const rows = found.slice(start, end).map(toRow);
  return {
    rows,
    count: found.length,
    previous: start > 0 ? (rows[0]?.id ?? '') : '',
    next: end < found.length ? (rows.at(-1)?.id ?? '') : '',
  };
}

/** All rows that the list has with its filters, in its order. */
export const readServiceRows = (working: WorkingCatalogue, state: ServiceListState) =>
  findServices(working, state).map(toRow);

const serviceOf = ({ working }: Candidate) => shownOf(working);

function findServices(catalogue: WorkingCatalogue, state: ServiceListState): Candidate[] {
  const { q, section, group: groupId, state: wantedState } = state.filters;
  const wanted = foldText(q).trim();
  const found: Candidate[] = [];
  for (const group of groupsOf(catalogue)) {
    if (section !== '' && group.section !== section) continue;
    if (groupId !== '' && group.groupId !== groupId) continue;
    for (const [index, working] of group.services.entries()) {
      const candidate = { working, group, index };
      if (isWanted(candidate, wantedState, wanted)) found.push(candidate);
    }
  }
  if (state.sort === 'service') {
    found.sort((one, other) => compareTitles(serviceOf(one).title, serviceOf(other).title));
  }
  return state.isDescending ? found.reverse() : found;
}

interface Group {
  readonly section: string;
  readonly groupId: string;
  readonly where: string;
  readonly isHidden: boolean;
  readonly look: Look;
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
        look: section.look,
        services: servicesIn.get(`${section.id}/${group.id}`) ?? [],
      })),
  );
}

function isWanted(
  candidate: Candidate,
  state: ServiceListState['filters']['state'],
  wanted: string,
): boolean {
  const { working, group } = candidate;
  const service = serviceOf(candidate);
  const isHidden = service.isHidden || group.isHidden;
  const isInState = {
    all: true,
    published: working.published !== undefined && !isHidden,
    draft: working.draft !== undefined,
    hidden: isHidden,
    popular: service.popular !== null,
  }[state];
  return (
    isInState && (wanted === '' || foldText(`${service.title} ${group.where}`).includes(wanted))
  );
}

/** In pixels: the smallest of a photo. */
const PICTURE_WIDTH = 320;

function toRow(candidate: Candidate): ListedService {
  const { working, group, index } = candidate;
  const service = serviceOf(candidate);
  const { id, title, amount, currency, popular, isHidden } = service;
  const [photo] = service.photos;
  const beside = [currency === 'USD' ? '' : currency, formatPriceNote(toPrice(service))];
  return {
    id,
    title,
    section: group.section,
    groupId: group.groupId,
    where: group.where,
    note: beside.filter(Boolean).join(' '),
    amount: writeAmount(amount, currency, decimalSign()),
    amountFields: { amount, currency },
    picture: photo
      ? plainPhotoPath(photo, PICTURE_WIDTH)
      : drawingPath({ art: service.art, look: group.look }),
    isHidden,
    isGroupHidden: group.isHidden,
    isDraft: working.draft !== undefined,
    isNew: working.published === undefined,
    editedBy: working.draft?.editedByName,
    popular,
    place: index + 1,
    isFirst: index === 0,
    isLast: index === group.services.length - 1,
  };
}
