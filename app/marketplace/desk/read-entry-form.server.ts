import type { WorkingCatalogue, Working } from '../drafts/draft.ts';
import { digestsOf } from '../drafts/digest.server.ts';
import type { EntryFields, EntryKind } from '../entries/entry.ts';
import { countMissing } from '../entries/translations.ts';
import { readEntryTexts, writeEntryTexts } from '../entries/entry-texts.server.ts';
import { titleOfEntry } from '../entries/title-of-entry.ts';
import type { Texts } from '../entries/read-texts.ts';

/** What the form of an entry is filled with. */
export interface EntryForm {
  readonly kind: EntryKind;
  /** Undefined for a new one. */
  readonly id: string | undefined;
  readonly title: string;
  readonly texts: Texts;
  /** Names what the form shows, so that saving tells what was touched. */
  readonly shown: Texts;
  /** How far it is translated; undefined for a new one. */
  readonly translation?: { readonly missing: number; readonly older: number };
  readonly draft:
    | {
        readonly version: number;
        readonly isNew: boolean;
        readonly editedBy: string;
        readonly editedAt: string;
      }
    | undefined;
}

const EMPTY: Readonly<Record<EntryKind, Texts>> = {
  section: { look: 'graphics' },
  group: {},
  service: { currency: 'USD', unit: 'flat' },
  text: { icon: 'chat-circle-text-fill' },
};

/** An empty form; `texts` is what is known of the new one already. */
export function newEntryForm(kind: EntryKind, texts: Texts = {}): EntryForm {
  const filled = { ...EMPTY[kind], ...texts };
  return { kind, id: undefined, title: '', texts: filled, shown: {}, draft: undefined };
}

/** The form of an entry as the team works on it; undefined where there is none. */
export function readEntryForm(
  { sections, groups, services, texts: words }: WorkingCatalogue,
  kind: EntryKind,
  id: string,
): EntryForm | undefined {
  const all: Readonly<Record<EntryKind, readonly Working<{ readonly id: string }>[]>> = {
    section: sections,
    group: groups,
    service: services,
    text: words,
  };
  const found = all[kind].find(({ entry }) => entry.id === id);
  if (!found) return undefined;
  const { entry, draft } = found;
  const fields = entry as unknown as EntryFields;
  const texts = writeEntryTexts(kind, fields);
  return {
    kind,
    id,
    title: titleOfEntry(kind, fields),
    texts,
    // Of the fields as they will be read again.
    shown: digestsOf(readEntryTexts(kind, texts).fields),
    ...(kind !== 'text' && { translation: countMissing(kind, { ...entry }, 'es') }),
    draft: draft && {
      version: draft.version,
      isNew: draft.isNew,
      editedBy: draft.editedByName,
      editedAt: draft.editedAt.toISOString(),
    },
  };
}
