import { say } from '../../../platform/say.ts';
import { atOnce } from '../../../platform/at-once.ts';
import type { CatalogueContent, ServiceEntry } from '../../../shop/catalogue.ts';
import { changedFields, type EntryFields } from '../../protocol/entry.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isFlag, type Texts } from '../../protocol/read-texts.ts';
import {
  readServiceTexts,
  writeServiceTexts,
  type ServiceDraft,
} from '../entries/service-texts.ts';
import { PLACE_STEP } from '../../../shop/place-step.ts';
import type { FileRow } from './read-file.ts';

export interface ImportedChange {
  readonly number: number;
  /** A new service has no id. */
  readonly id: string | undefined;
  readonly title: string;
  readonly before: EntryFields | null;
  /** A new service has all fields. */
  readonly fields: EntryFields;
}

export interface RowFault {
  readonly number: number;
  readonly field: string;
  readonly text: string;
}

export interface Comparison {
  readonly changes: readonly ImportedChange[];
  readonly faults: readonly RowFault[];
  readonly unchangedCount: number;
}

/** `currency` is the shop's currency. */
export function compareImport(
  content: CatalogueContent,
  rows: readonly FileRow[],
  currency = 'USD',
): Comparison {
  return atOnce(comparingImport(content, rows, currency));
}

/** Each row is a step of the generator. */
export function* comparingImport(
  content: CatalogueContent,
  rows: readonly FileRow[],
  currency = 'USD',
): Generator<void, Comparison> {
  const known = knownOf(content, currency);
  const changes: ImportedChange[] = [];
  const faults: RowFault[] = [];
  let unchangedCount = 0;
  for (const row of rows) {
    yield;
    const judged = judgeRow(known, row, changes.length);
    faults.push(...judged.faults);
    if (judged.change) changes.push(judged.change);
    else if (judged.faults.length === 0) unchangedCount += 1;
  }
  return { changes, faults, unchangedCount };
}

/** The state grows with every row. */
function knownOf(content: CatalogueContent, currency: string) {
  const blank: Texts = { currency, unit: 'flat' };
  return {
    blank,
    services: new Map(content.services.map((service) => [service.id, service])),
    groups: new Set(content.groups.map(({ id, section }) => `${section}/${id}`)),
    owners: new Map(
      content.addresses.map(({ section, slug, serviceId }) => [`${section}/${slug}`, serviceId]),
    ),
    lastPlaces: lastPlacesOf(content),
    seen: new Set<string>(),
  };
}

/** A row that equals the published service has neither changes nor errors. */
function judgeRow(
  { blank, services, groups, owners, lastPlaces, seen }: ReturnType<typeof knownOf>,
  { number, texts, isTooLong }: FileRow,
  changeCount: number,
): { readonly faults: readonly RowFault[]; readonly change?: ImportedChange } {
  const id = (texts.id ?? '').trim().toLowerCase();
  const faults: RowFault[] = [];
  const fault = (field: string, text: string) => faults.push({ number, field, text });
  const published = services.get(id);
  if (isTooLong) {
    fault(
      'id',
      say(
        'This row has more cells than there are columns. A text with a comma needs quotation marks.',
      ),
    );
    return { faults };
  }
  if (id !== '' && !published) {
    fault('id', say('No service has this id. Leave it empty for a new one.'));
    return { faults };
  }
  if (id !== '' && seen.has(id)) fault('id', say('This service is in the file twice.'));
  seen.add(id);
  const base = published ? writeServiceTexts(published) : blank;
  const { fields, faults: found } = readServiceTexts({ ...base, ...texts });
  const place = readPlace(texts.place, published, lastPlaces, fields, changeCount);
  if (place === undefined) fault('place', say('Please enter a whole number.'));
  for (const [field, text] of Object.entries(found)) fault(field, text);
  for (const field of ['cents', 'isHidden']) {
    if (!isFlag(texts[field] ?? '')) fault(field, say('Please write yes or no.'));
  }
  if (!found.group && !groups.has(`${fields.section}/${fields.area}`)) {
    fault('group', say('There is no such group. It is written as section/group.'));
  }
  // A new service has no id yet, so its row number identifies it.
  const owner = id === '' ? `row ${number}` : id;
  const address = `${fields.section}/${fields.slug}`;
  if ((owners.get(address) ?? owner) !== owner) {
    fault('slug', say("Another service is, or was, found at '{slug}'.", { slug: fields.slug }));
  }
  owners.set(address, owner);
  // Values that stand in for invalid ones must not count as changes.
  if (faults.length > 0) return { faults };
  const next = { ...fields, place };
  const changed = published ? changedFields({ ...published }, next) : { ...next, art: null };
  if (Object.keys(changed).length === 0) return { faults };
  const before = published ? { ...published } : null;
  const change = { number, id: published?.id, title: fields.title, before, fields: changed };
  return { faults, change };
}

/** Without a position in the file, a service keeps its position and a new service is appended to its group. */
function readPlace(
  text: string | undefined,
  published: ServiceEntry | undefined,
  lastPlaces: ReadonlyMap<string, number>,
  { area }: ServiceDraft,
  added: number,
): number | undefined {
  const typed = (text ?? '').trim();
  if (typed !== '') {
    const place = /^-?\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
    return Math.abs(place) <= LIMITS.place ? place : undefined;
  }
  if (published && published.area === area) return published.place;
  return (lastPlaces.get(area) ?? 0) + PLACE_STEP * (added + 1);
}

function lastPlacesOf({ services }: CatalogueContent): Map<string, number> {
  const last = new Map<string, number>();
  for (const { area, place } of services) last.set(area, Math.max(last.get(area) ?? 0, place));
  return last;
}
