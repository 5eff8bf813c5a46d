import { randomUUID } from 'node:crypto';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { inTurns } from '../../../platform/in-turns.server.ts';
import type { Editor } from '../drafts/write-draft.server.ts';
import { applyPublication } from '../publish/apply-publication.server.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import type { PublicationContext, KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import { readRevision } from '../../../shop/read-catalogue.server.ts';
import { readingFile, type FileRow } from './read-file.ts';
import { describeChange, type FieldChange } from '../../protocol/describe-change.ts';
import { t, msg } from '../../../i18n/translate.ts';
import { atOnce } from '../../../platform/at-once.ts';
import type { CatalogueContent, ServiceEntry } from '../../../shop/catalogue.ts';
import { changedFields, type EntryFields } from '../../protocol/entry.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isFlag, type Texts } from '../../protocol/read-texts.ts';
import { CHECKLIST_SLOTS, INTAKE_SLOTS } from '../entries/ordering-texts.ts';
import {
  readServiceTexts,
  writeServiceTexts,
  type ServiceDraft,
} from '../entries/service-texts.ts';
import { PLACE_STEP } from '../../../shop/place-step.ts';
import { catalogueMessage } from '../../stored-messages.ts';

interface ImportedChange {
  readonly number: number;
  /** A new service has no id. */
  readonly id: string | undefined;
  readonly title: string;
  readonly before: EntryFields | null;
  /** A new service has all fields. */
  readonly fields: EntryFields;
}

interface RowFault {
  readonly number: number;
  readonly field: string;
  readonly text: string;
}

interface Comparison {
  readonly changes: readonly ImportedChange[];
  readonly faults: readonly RowFault[];
  readonly unchangedCount: number;
}

const CHANGED = msg(
  'The catalogue has changed in the meantime. Nothing was imported. Check the differences again.',
);

export interface Import {
  readonly text: string;
  /** The comparison was made with this revision. */
  readonly revision: number;
  readonly note: string;
  /** New services without a currency in the file get the shop's currency. */
  readonly currency?: string;
}

/**
 * The changes are published together or not at all. The import is refused if the catalogue has changed since the
 * user saw the comparison.
 */
export async function importCatalogue(
  appContext: PublicationContext,
  editor: Editor,
  { text, revision, note, currency }: Import,
): Promise<{ readonly revision: number; readonly count: number }> {
  const { catalogue } = appContext;
  if (catalogue.revision !== revision) throw new RefusedError(409, t(CHANGED));
  const rows = await inTurns(readingFile(text));
  // The comparison runs before the lock is taken. The revision is checked again under the lock.
  const { changes, faults } = await inTurns(comparingImport(catalogue.content, rows, currency));
  if (faults.length > 0) {
    throw new RefusedError(400, t('Nothing was imported because the file has errors.'));
  }
  return change(appContext, editor.trace, async (tx, after) => {
    await lockCatalogue(tx);
    if ((await readRevision(tx)) !== revision) throw new RefusedError(409, t(CHANGED));
    const made = await applyPublication(tx, after, appContext, editor, {
      note: note === '' ? catalogueMessage('catalogue.imported') : note,
      changes: changes.map(({ id, fields }) => ({
        kind: 'service' as const,
        id: id ?? randomUUID(),
        fields,
      })),
    });
    if (made === undefined) {
      throw new RefusedError(
        409,
        t('The file contains no changes: everything in it is already published.'),
      );
    }
    return { revision: made, count: changes.length };
  });
}

const SHOWN = 100;

export interface ImportView {
  readonly revision: number;
  readonly changeCount: number;
  readonly newCount: number;
  readonly unchangedCount: number;
  /** The page is one of the errors if there are any, otherwise one of the changes. It starts at 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly changes: readonly {
    readonly number: number;
    readonly title: string;
    readonly isNew: boolean;
    readonly fields: readonly FieldChange[];
  }[];
  readonly faults: readonly RowFault[];
  readonly faultCount: number;
}

/** The promise rejects like `readFile` for an invalid file. */
export async function showImport(
  { catalogue }: KnownCatalogue,
  text: string,
  { currency, page: wanted = 1 }: { readonly currency?: string; readonly page?: number } = {},
): Promise<{ view: ImportView }> {
  const { content, revision } = catalogue;
  const rows = await inTurns(readingFile(text));
  const { changes, faults, unchangedCount } = await inTurns(
    comparingImport(content, rows, currency),
  );
  const pageCount = Math.max(1, Math.ceil((faults.length || changes.length) / SHOWN));
  const page = Math.min(Math.max(1, wanted), pageCount);
  const shown = <T>(all: readonly T[]) => all.slice((page - 1) * SHOWN, page * SHOWN);
  return {
    view: {
      revision,
      changeCount: changes.length,
      newCount: changes.filter(({ id }) => id === undefined).length,
      unchangedCount,
      page,
      pageCount,
      changes: shown(changes).map(({ number, title, id, before, fields }) => ({
        number,
        title,
        isNew: id === undefined,
        fields: describeChange(
          before,
          // The currency is needed to format amounts.
          before === null ? fields : { currency: before.currency, ...fields },
          content,
        ),
      })),
      faults: shown(faults),
      faultCount: faults.length,
    },
  };
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
function* comparingImport(
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
    lastPlaces: lastPositionsOf(content),
    seen: new Set<string>(),
  };
}

/** The values of these columns are yes or no. */
const FLAGS = [
  'cents',
  'isHidden',
  'isOrderable',
  'allowsOnce',
  'allowsSubscription',
  ...INTAKE_SLOTS.map((index) => `intake.${index}.isRequired`),
  ...CHECKLIST_SLOTS.map((index) => `checklist.${index}.isShown`),
];

/** A row that equals the published service has neither changes nor errors. */
function judgeRow(
  { blank, services, groups, owners, lastPlaces: lastPositions, seen }: ReturnType<typeof knownOf>,
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
      t(
        'This row has more cells than there are columns. Put text that contains a comma in quotation marks.',
      ),
    );
    return { faults };
  }
  if (id !== '' && !published) {
    fault('id', t('No service has this ID. Leave it empty to add a new service.'));
    return { faults };
  }
  if (id !== '' && seen.has(id)) fault('id', t('This service appears twice in the file.'));
  seen.add(id);
  const base = published ? writeServiceTexts(published) : blank;
  const { fields, faults: found } = readServiceTexts({ ...base, ...texts });
  const place = readPlace(texts.place, published, lastPositions, fields, changeCount);
  if (place === undefined) fault('place', t('Enter a whole number.'));
  for (const [field, text] of Object.entries(found)) fault(field, text);
  for (const field of FLAGS) {
    if (!isFlag(texts[field] ?? '')) fault(field, t('Enter yes or no.'));
  }
  if (!found.group && !groups.has(`${fields.section}/${fields.area}`)) {
    fault('group', t("This group doesn't exist. Enter it as section/group."));
  }
  // A new service has no id yet, so its row number identifies it.
  const owner = id === '' ? `row ${number}` : id;
  const address = `${fields.section}/${fields.slug}`;
  if ((owners.get(address) ?? owner) !== owner) {
    fault(
      'slug',
      t('Another service uses, or once used, the address ‘{slug}’.', { slug: fields.slug }),
    );
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
  lastPositions: ReadonlyMap<string, number>,
  { area }: ServiceDraft,
  added: number,
): number | undefined {
  const typed = (text ?? '').trim();
  if (typed !== '') {
    const place = /^-?\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
    return Math.abs(place) <= LIMITS.place ? place : undefined;
  }
  if (published && published.area === area) return published.place;
  return (lastPositions.get(area) ?? 0) + PLACE_STEP * (added + 1);
}

function lastPositionsOf({ services }: CatalogueContent): Map<string, number> {
  const last = new Map<string, number>();
  for (const { area, place } of services) last.set(area, Math.max(last.get(area) ?? 0, place));
  return last;
}
