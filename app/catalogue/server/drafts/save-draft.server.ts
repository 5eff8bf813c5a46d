import { t } from '../../../i18n/translate.ts';
import { randomUUID } from 'node:crypto';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { parseContentBlockId } from '../../protocol/content-blocks.ts';
import {
  changedFields,
  isSame,
  pick,
  type EntryFields,
  type EntryKey,
  type EntryKind,
} from '../../protocol/entry.ts';
import { readEntryTexts, writeEntryTexts } from '../entries/entry-texts.server.ts';
import { FORM_FIELDS, labelOf, formatField } from '../../protocol/field-labels.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import {
  catalogueDrafts,
  catalogueGroups,
  catalogueSections,
  serviceAddresses,
} from '../tables.server.ts';
import { type Editor, writeDraft } from './write-draft.server.ts';
import { digestOf, readDraft, readPublished, readDrafts } from './read-drafts.server.ts';
import { findLastPlace } from './entry-positions.server.ts';
import { type CatalogueDraft, layOver } from '../../protocol/draft.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { readTexts } from '../../../shop/read-catalogue.server.ts';
import { checkLogo, checkMedia } from '../photos/check-media.server.ts';
import { SOURCE_LANGUAGE } from '../../../platform/languages.ts';

/** These names would clash with anchors of the overview page or with the path of the form for a new entry. */
const TAKEN_NAMES: ReadonlySet<string> = new Set([
  'allservices',
  'constructor',
  'content',
  'message',
  'new',
  'page-progress',
  'site-menu',
]);

/** No team works on so many drafts at once. The limit exists because the list of drafts is read as a whole. */
export const MAX_DRAFTS = 500;

/** The currency determines the meaning of these fields. */
const AMOUNTS = ['amount', 'packages', 'options'] as const;

export interface SaveDraft {
  readonly kind: EntryKind;
  /** A new entry has no id. */
  readonly id: string | undefined;
  readonly typed: Texts;
  /** True when `typed` holds every field of the entry, false when it holds a few of them. */
  readonly isWhole: boolean;
  /** These are the digests of the fields as the form showed them. */
  readonly shown: Texts;
}

/** Only 'saved' changes the database. */
export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly id: string;
      /** False when the entry equals its published version. */
      readonly isDraft: boolean;
      /** Somebody else changed these fields meanwhile. They keep the other person's values. */
      readonly kept: readonly string[];
      readonly by: string | undefined;
    }
  | { readonly kind: 'refused'; readonly faults: Faults }
  /** Somebody else changed the same fields. `now` holds their values and digests. */
  | { readonly kind: 'overtaken'; readonly faults: Faults; readonly now: Texts };

/**
 * Saves a form as a draft, which only the team sees. If two people change different fields of an entry, both
 * changes are kept. If both change the same field, the second person is told and may save again to overwrite.
 */
export async function saveDraft(
  appContext: ChangeContext,
  editor: Editor,
  save: SaveDraft,
): Promise<SaveOutcome> {
  return change(appContext, editor.trace, async (tx) => {
    await lockCatalogue(tx);
    return save.id === undefined
      ? createDraft(tx, appContext, editor, save)
      : changeDraft(tx, appContext, editor, { ...save, id: save.id });
  });
}

async function createDraft(
  tx: Database,
  appContext: ChangeContext,
  editor: Editor,
  { kind, typed }: SaveDraft,
): Promise<SaveOutcome> {
  const { fields, faults } = readEntryTexts(kind, typed);
  const id = kind === 'service' ? randomUUID() : String(fields.id);
  const key = { kind, id };
  if (Object.keys(faults).length === 0) {
    Object.assign(faults, await checkLinks(tx, key, fields, true));
  }
  if (Object.keys(faults).length > 0) return { kind: 'refused', faults };
  if ((await tx.$count(catalogueDrafts)) >= MAX_DRAFTS) {
    throw new RefusedError(409, t('There are too many drafts. Publish or discard some first.'));
  }
  const whole = {
    ...fields,
    ...(kind === 'service' && { art: null }),
    ...(isPlaced(key) && { place: await findLastPlace(tx, kind, fields) }),
  };
  await writeDraft(tx, appContext, editor, key, { before: undefined, isNew: true, fields: whole });
  return { kind: 'saved', id, isDraft: true, kept: [], by: undefined };
}

/** Topics are the only texts with an order. */
function isPlaced({ kind, id }: EntryKey): boolean {
  const key = parseContentBlockId(id);
  return kind !== 'text' || (key?.kind === 'topic' && key.language === SOURCE_LANGUAGE);
}

async function changeDraft(
  tx: Database,
  appContext: ChangeContext,
  editor: Editor,
  { kind, id, typed, isWhole, shown }: SaveDraft & { readonly id: string },
): Promise<SaveOutcome> {
  const key = { kind, id };
  const published = await readPublished(tx, key);
  const catalogueDraft = await readDraft(tx, key);
  if (!published && !catalogueDraft)
    throw new RefusedError(404, t('This is no longer in the catalogue.'));
  const current: EntryFields = { ...published, ...catalogueDraft?.fields };
  const texts = {
    ...(isWhole ? {} : writeEntryTexts(kind, current)),
    ...typed,
    // The id in addresses and a group's section are immutable.
    ...(kind !== 'service' && { id }),
    ...(kind === 'group' && { section: String(current.section) }),
  };
  const read = readEntryTexts(kind, texts);
  if (Object.keys(read.faults).length > 0) return { kind: 'refused', faults: read.faults };
  let { fields } = read;

  const names = Object.keys(fields).filter((name) => name !== 'id');
  // Both sides are parsed from texts, because the stored value may be formatted differently.
  const now = readEntryTexts(kind, writeEntryTexts(kind, current)).fields;
  const isTouched = (name: string) =>
    !isSame(fields[name], now[name]) &&
    (shown[name] === undefined || digestOf(fields[name]) !== shown[name]);
  const isOthers = (name: string) =>
    shown[name] !== undefined && digestOf(now[name]) !== shown[name];
  if (AMOUNTS.some(isTouched) && !isTouched('currency')) {
    // The amount was typed while the form showed one currency and somebody chose another meanwhile: the number
    // stays the same in the new currency.
    const again = readEntryTexts(kind, { ...texts, currency: String(now.currency) });
    if (Object.keys(again.faults).length > 0) return { kind: 'refused', faults: again.faults };
    fields = { ...fields, ...pick(again.fields, AMOUNTS.filter(isTouched)) };
  }
  const touched = names.filter(isTouched);
  const overtaken = touched.filter(isOthers);
  if (overtaken.length > 0) return describeConflict(kind, overtaken, now, catalogueDraft);

  const next = { ...current, ...pick(fields, touched) };
  const wrong = await checkLinks(tx, key, next, false);
  if (Object.keys(wrong).length > 0) return { kind: 'refused', faults: wrong };
  const isNew = published === undefined;
  const remaining = isNew ? next : changedFields(published, next);
  await writeDraft(tx, appContext, editor, key, {
    before: catalogueDraft,
    isNew,
    fields: remaining,
  });
  return {
    kind: 'saved',
    id,
    isDraft: Object.keys(remaining).length > 0,
    kept: names.filter((name) => isOthers(name) && !isTouched(name)).map(labelOf),
    by: catalogueDraft?.editedByName,
  };
}

function describeConflict(
  kind: EntryKind,
  names: readonly string[],
  current: EntryFields,
  catalogueDraft: CatalogueDraft | undefined,
): SaveOutcome {
  const who = catalogueDraft?.editedByName ?? t('Someone else');
  return {
    kind: 'overtaken',
    faults: Object.fromEntries(
      names.map((name) => [
        kind === 'service' ? (FORM_FIELDS[name] ?? name) : name,
        t(
          '{who} changed this in the meantime. It is now: {value}. If you save again, your entry here replaces it.',
          { who, value: formatField(name, current) },
        ),
      ]),
    ),
    now: Object.fromEntries(names.map((name) => [name, digestOf(current[name])])),
  };
}

/** Checks a catalogue entry against the others, both published and drafted. */
async function checkLinks(
  tx: Database,
  key: EntryKey,
  fields: EntryFields,
  isNew: boolean,
): Promise<Faults> {
  if (key.kind === 'service') return checkService(tx, key.id, fields);
  if (key.kind === 'text') return checkContentBlock(tx, key, fields, isNew);
  const faults: Faults = {};
  if (isNew && (TAKEN_NAMES.has(key.id) || (await isNameTaken(tx, key.id)))) {
    faults.id = t('“{id}” is already a section or a group. Choose another name.', {
      id: key.id,
    });
  }
  if (key.kind === 'group' && !(await exists(tx, 'section', fields.section))) {
    faults.section = t('This section no longer exists. Choose another.');
  }
  return faults;
}

/** Topics need different names, because visitors could not tell them apart otherwise. */
async function checkContentBlock(
  tx: Database,
  key: EntryKey,
  fields: EntryFields,
  isNew: boolean,
): Promise<Faults> {
  if (parseContentBlockId(key.id)?.kind === 'brand') return checkLogo(tx, fields);
  if (parseContentBlockId(key.id)?.kind !== 'topic') return {};
  const { texts } = layOver({ texts: await readTexts(tx) }, await readDrafts(tx));
  const others = texts.filter(
    ({ entry: catalogueEntry }) => parseContentBlockId(catalogueEntry.id)?.kind === 'topic',
  );
  if (isNew && others.some(({ entry: catalogueEntry }) => catalogueEntry.id === key.id)) {
    return {
      name: t(
        'A topic with this name exists or once existed. Choose another name, or offer that topic again.',
      ),
    };
  }
  const isTaken = others.some(
    ({ entry: catalogueEntry }) =>
      catalogueEntry.id !== key.id &&
      catalogueEntry.isHidden !== true &&
      parseContentBlockId(catalogueEntry.id)?.language === parseContentBlockId(key.id)?.language &&
      String(catalogueEntry.name).toLowerCase() === String(fields.name).toLowerCase(),
  );
  return isTaken ? { name: t('Another topic already has this name. Choose a different one.') } : {};
}

async function checkService(tx: Database, id: string, fields: EntryFields): Promise<Faults> {
  const faults = await checkMedia(tx, fields);
  const { section, area, slug } = fields as Record<string, string>;
  if (!(await isGroupOf(tx, area ?? '', section ?? ''))) {
    faults.group = t('This group no longer exists. Choose another.');
  }
  if (await isAddressTaken(tx, id, section ?? '', slug ?? '')) {
    faults.slug = t(
      'Another service uses, or once used, the address “{slug}” in this section. Choose another address.',
      { slug: slug ?? '' },
    );
  }
  return faults;
}

/** The check includes former addresses and other drafts. */
async function isAddressTaken(
  tx: Database,
  id: string,
  section: string,
  slug: string,
): Promise<boolean> {
  const isAnothers = and(
    eq(serviceAddresses.section, section),
    eq(serviceAddresses.slug, slug),
    ne(serviceAddresses.serviceId, id),
  );
  if ((await tx.$count(serviceAddresses, isAnothers)) > 0) return true;
  // If a draft changes only the section or only the slug, the other part comes from the published service.
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts d left join services s on s.id::text = d.entry_id
    where d.kind = 'service' and d.entry_id <> ${id}
      and coalesce(d.fields ->> 'section', s.section) = ${section}
      and coalesce(d.fields ->> 'slug', s.slug) = ${slug}`);
  return rows.length > 0;
}

/** Sections and groups are anchors of the same page, so they share one namespace. */
async function isNameTaken(tx: Database, id: string): Promise<boolean> {
  return (await exists(tx, 'section', id)) || (await exists(tx, 'group', id));
}

async function exists(tx: Database, kind: 'section' | 'group', id: unknown): Promise<boolean> {
  const name = typeof id === 'string' ? id : '';
  const table = kind === 'section' ? catalogueSections : catalogueGroups;
  if ((await tx.$count(table, eq(table.id, name))) > 0) return true;
  const isIt = and(eq(catalogueDrafts.kind, kind), eq(catalogueDrafts.entryId, name));
  return (await tx.$count(catalogueDrafts, isIt)) > 0;
}

async function isGroupOf(tx: Database, area: string, section: string): Promise<boolean> {
  const isIt = and(eq(catalogueGroups.id, area), eq(catalogueGroups.section, section));
  if ((await tx.$count(catalogueGroups, isIt)) > 0) return true;
  const { rows } = await tx.execute(sql`
    select 1 from catalogue_drafts
    where kind = 'group' and entry_id = ${area} and fields ->> 'section' = ${section}`);
  return rows.length > 0;
}
