import { say } from '../../platform/say.ts';
import { randomUUID } from 'node:crypto';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { BASE_LANGUAGE, parsePieceId } from '../content/pieces.ts';
import {
  changedFields,
  isSame,
  pick,
  type EntryFields,
  type EntryKey,
  type EntryKind,
} from '../entries/entry.ts';
import { readEntryTexts, writeEntryTexts } from '../entries/entry-texts.server.ts';
import { FORM_FIELDS, labelOf, sayField } from '../entries/field-labels.ts';
import type { Faults, Texts } from '../entries/read-texts.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import { catalogueDrafts } from '../tables.server.ts';
import type { Editor } from './editor.ts';
import { checkLinks } from './check-links.server.ts';
import { digestOf } from './digest.server.ts';
import { findLastPlace } from './places.server.ts';
import { readDraft, readPublished } from './read-drafts.server.ts';
import { writeDraft } from './write-draft.server.ts';
import type { Draft } from './draft.ts';

/** Far more than anybody works on at once; a list of drafts is read whole. */
export const MAX_DRAFTS = 500;

/** What a currency gives its meaning to. */
const AMOUNTS = ['amount', 'packages'] as const;

export interface SaveDraft {
  readonly kind: EntryKind;
  /** Undefined for a new one. */
  readonly id: string | undefined;
  /** What was typed … */
  readonly typed: Texts;
  /** … whether that is all of the entry, or a few fields of it … */
  readonly isWhole: boolean;
  /** … and the digests of the fields as the form showed them. */
  readonly shown: Texts;
}

/** What came of it; whatever is not 'saved' changed nothing. */
export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly id: string;
      /** Whether anything is different from what is published. */
      readonly isDraft: boolean;
      /** Fields that somebody else changed meanwhile and that stay as they made them. */
      readonly kept: readonly string[];
      readonly by: string | undefined;
    }
  /** Faults by the form's fields. */
  | { readonly kind: 'refused'; readonly faults: Faults }
  /** Somebody else changed the same fields: what they made of them, and the digests of that. */
  | { readonly kind: 'overtaken'; readonly faults: Faults; readonly now: Texts };

/**
 * Saves what somebody typed as a draft, which nobody sees but the team. Of two who change one entry
 * both keep what they changed; who changes the same field as the other is told, and may then insist.
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

/** Of the words around the catalogue topics alone have an order. */
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
    // What an entry is called in addresses, and a group’s section, are chosen once.
    ...(kind !== 'service' && { id }),
    ...(kind === 'group' && { section: String(current.section) }),
  };
  const read = readEntryTexts(kind, texts);
  if (Object.keys(read.faults).length > 0) return { kind: 'refused', faults: read.faults };
  let { fields } = read;

  const names = Object.keys(fields).filter((name) => name !== 'id');
  // Both sides as they are read from texts: what is stored may be spelled in another way.
  const now = readEntryTexts(kind, writeEntryTexts(kind, current)).fields;
  const isTouched = (name: string) =>
    !isSame(fields[name], now[name]) &&
    (shown[name] === undefined || digestOf(fields[name]) !== shown[name]);
  const isOthers = (name: string) =>
    shown[name] !== undefined && digestOf(now[name]) !== shown[name];
  if (AMOUNTS.some(isTouched) && !isTouched('currency')) {
    // Typed over an amount in one currency, it stays the same number in the one that somebody chose meanwhile.
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
