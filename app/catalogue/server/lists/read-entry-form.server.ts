import type { WorkingCatalogue, Working } from '../../protocol/draft.ts';
import { digestsOf } from '../drafts/read-drafts.server.ts';
import { type EntryFields, type EntryKind, titleOfEntry } from '../../protocol/entry.ts';
import { countMissing } from '../../protocol/translations.ts';
import { readEntryTexts, writeEntryTexts } from '../entries/entry-texts.server.ts';
import type { Texts } from '../../protocol/read-texts.ts';
import { contentBlockId, parseContentBlockId } from '../../protocol/content-blocks.ts';
import {
  isOnlyLanguage,
  LANGUAGES,
  TRANSLATED_LANGUAGES,
  type Language,
} from '../../../platform/languages.ts';

export interface OtherTexts {
  readonly language: Language;
  readonly path: string;
  readonly missing: number;
  readonly older: number;
}

export interface EntryForm {
  readonly kind: EntryKind;
  /** A new entry has no id. */
  readonly id: string | undefined;
  readonly title: string;
  readonly texts: Texts;
  /** Saving compares these digests of the shown values to find the fields that the user changed. */
  readonly shown: Texts;
  /** The same entry in the other languages. A new entry has none. */
  readonly otherTexts?: readonly OtherTexts[] | undefined;
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

/** `texts` are the values of the new entry that are already known. */
export function newEntryForm(kind: EntryKind, texts: Texts = {}): EntryForm {
  const filled = { ...EMPTY[kind], ...texts };
  return { kind, id: undefined, title: '', texts: filled, shown: {}, draft: undefined };
}

/**
 * Returns the form with the draft applied, or undefined for an unknown id. Missing translations are counted in the
 * languages that the shop offers; others can be prepared.
 */
export function readEntryForm(
  { sections, groups, services, texts: words }: WorkingCatalogue,
  kind: EntryKind,
  id: string,
  offered: readonly Language[] = [],
): EntryForm | undefined {
  const all: Readonly<Record<EntryKind, readonly Working<{ readonly id: string }>[]>> = {
    section: sections,
    group: groups,
    service: services,
    text: words,
  };
  const found = all[kind].find(({ entry: catalogueEntry }) => catalogueEntry.id === id);
  if (!found) return undefined;
  const { entry: catalogueEntry, draft: catalogueDraft } = found;
  const fields = catalogueEntry as unknown as EntryFields;
  const texts = writeEntryTexts(kind, fields);
  return {
    kind,
    id,
    title: titleOfEntry(kind, fields),
    texts,
    // The digests are taken of the parsed texts, because saving parses the texts again.
    shown: digestsOf(readEntryTexts(kind, texts).fields),
    otherTexts:
      kind === 'text' ? otherContentBlocks(id) : countTranslations(kind, id, fields, offered),
    draft: catalogueDraft && {
      version: catalogueDraft.version,
      isNew: catalogueDraft.isNew,
      editedBy: catalogueDraft.editedByName,
      editedAt: catalogueDraft.editedAt.toISOString(),
    },
  };
}

function countTranslations(
  kind: EntryKind,
  id: string,
  fields: EntryFields,
  offered: readonly Language[],
): OtherTexts[] {
  return TRANSLATED_LANGUAGES.map((language) => ({
    language,
    path: `/team/catalogue/${kind}/${id}/${language}`,
    ...(offered.includes(language) && !isOnlyLanguage(language, offered)
      ? countMissing(kind, fields, language)
      : { missing: 0, older: 0 }),
  }));
}

/** Each language has a content block of its own, so that nothing is counted. */
function otherContentBlocks(id: string): OtherTexts[] {
  const key = parseContentBlockId(id);
  // The brand's name and colours are the same in all languages.
  if (!key || key.kind === 'brand') return [];
  return LANGUAGES.filter((language) => language !== key.language).map((language) => ({
    language,
    path: `/team/content/${contentBlockId({ ...key, language })}`,
    missing: 0,
    older: 0,
  }));
}
