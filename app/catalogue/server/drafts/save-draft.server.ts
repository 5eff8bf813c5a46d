import { say } from '../../../platform/say.ts';
import { randomUUID } from 'node:crypto';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { BASE_LANGUAGE, parsePieceId } from '../../protocol/pieces.ts';
import {
  changedFields,
  isSame,
  pick,
  type EntryFields,
  type EntryKey,
  type EntryKind,
} from '../../protocol/entry.ts';
import { readEntryTexts, writeEntryTexts } from '../entries/entry-texts.server.ts';
import { FORM_FIELDS, labelOf, sayField } from '../../protocol/field-labels.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import { catalogueDrafts } from '../tables.server.ts';
import type { Editor } from './editor.ts';
import { checkLinks } from './check-links.server.ts';
import { digestOf } from './digest.server.ts';
import { findLastPlace } from './places.server.ts';
import { readDraft, readPublished } from './read-drafts.server.ts';
import { writeDraft } from './write-draft.server.ts';
import type { Draft } from '../../protocol/draft.ts';

/** No team works on so many drafts at once. The limit exists because the list of drafts is read as a whole. */
export const MAX_DRAFTS = 500;

/** The currency determines the meaning of these fields. */
const AMOUNTS = ['amount', 'packages'] as const;

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
  host: ChangeHost,
  editor: Editor,
  save: SaveDraft,
): Promise<SaveOutcome> {
  return change(host, editor.trace, async (tx) => {
    await lockCatalogue(tx);
    return save.id === undefined
      ? createDraft(tx, host, editor, save)
      : changeDraft(tx, host, editor, { ...save, id: save.id });
  });
}

async function createDraft(
  tx: Database,
  host: ChangeHost,
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
    throw new RefusedError(409, 'There are too many drafts. Please publish or discard some first.');
  }
  const whole = {
    ...fields,
    ...(kind === 'service' && { art: null }),
    ...(isPlaced(key) && { place: await findLastPlace(tx, kind, fields) }),
  };
  await writeDraft(tx, host, editor, key, { before: undefined, isNew: true, fields: whole });
  return { kind: 'saved', id, isDraft: true, kept: [], by: undefined };
}

/** Topics are the only texts with an order. */
function isPlaced({ kind, id }: EntryKey): boolean {
  const key = parsePieceId(id);
  return kind !== 'text' || (key?.kind === 'topic' && key.language === BASE_LANGUAGE);
}

async function changeDraft(
  tx: Database,
  host: ChangeHost,
  editor: Editor,
  { kind, id, typed, isWhole, shown }: SaveDraft & { readonly id: string },
): Promise<SaveOutcome> {
  const key = { kind, id };
  const published = await readPublished(tx, key);
  const draft = await readDraft(tx, key);
  if (!published && !draft) throw new RefusedError(404, 'This is not in the catalogue any more.');
  const current: EntryFields = { ...published, ...draft?.fields };
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
  if (overtaken.length > 0) return sayOvertaken(kind, overtaken, now, draft);

  const next = { ...current, ...pick(fields, touched) };
  const wrong = await checkLinks(tx, key, next, false);
  if (Object.keys(wrong).length > 0) return { kind: 'refused', faults: wrong };
  const isNew = published === undefined;
  const kept = isNew ? next : changedFields(published, next);
  await writeDraft(tx, host, editor, key, { before: draft, isNew, fields: kept });
  return {
    kind: 'saved',
    id,
    isDraft: Object.keys(kept).length > 0,
    kept: names.filter((name) => isOthers(name) && !isTouched(name)).map(labelOf),
    by: draft?.editedByName,
  };
}

function sayOvertaken(
  kind: EntryKind,
  names: readonly string[],
  current: EntryFields,
  draft: Draft | undefined,
): SaveOutcome {
  const who = draft?.editedByName ?? say('Somebody else');
  return {
    kind: 'overtaken',
    faults: Object.fromEntries(
      names.map((name) => [
        kind === 'service' ? (FORM_FIELDS[name] ?? name) : name,
        say(
          '{who} changed this meanwhile; it is now: {value}. What stands here replaces it if you save again.',
          { who, value: sayField(name, current) },
        ),
      ]),
    ),
    now: Object.fromEntries(names.map((name) => [name, digestOf(current[name])])),
  };
}
