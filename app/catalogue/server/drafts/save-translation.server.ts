import { t } from '../../../i18n/translate.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Language } from '../../../platform/languages.ts';
import { toText } from '../../../platform/shown-text.ts';
import { changedFields, type EntryFields, type EntryKey } from '../../protocol/entry.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import {
  isOlder,
  nameText,
  textsToTranslate,
  translationOf,
  type EntryTranslations,
} from '../../protocol/translations.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';
import { type Editor, writeDraft } from './write-draft.server.ts';
import { readDraft, readPublished } from './read-drafts.server.ts';

export interface TranslatedText {
  readonly text: string;
  /** The form showed this translation. */
  readonly was: string;
  /** This is the digest of the source text that the form showed. */
  readonly of: string;
  /** The user confirmed that the translation still matches its changed source. */
  readonly isStillRight: boolean;
}

export interface SaveTranslation extends EntryKey {
  readonly language: Language;
  readonly texts: ReadonlyMap<string, TranslatedText>;
}

/** The texts are listed by name. Only 'saved' changes the database. */
export type TranslationOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly faults: Faults }
  /** Somebody else changed the same texts. `now` holds their values. */
  | { readonly kind: 'overtaken'; readonly faults: Faults; readonly now: Texts };

/**
 * Saves a translation as part of the entry's draft. If two people translate different texts, both are kept. If both
 * translate the same text, the second person is told, nothing is saved, and they may save again to overwrite.
 */
export async function saveTranslation(
  appContext: ChangeContext,
  editor: Editor,
  { kind, id, language, texts }: SaveTranslation,
): Promise<TranslationOutcome> {
  return change(appContext, editor.trace, async (tx) => {
    await lockCatalogue(tx);
    const published = await readPublished(tx, { kind, id });
    const catalogueDraft = await readDraft(tx, { kind, id });
    if (!published && !catalogueDraft) {
      throw new RefusedError(404, t('This is no longer in the catalogue.'));
    }
    const current: EntryFields = { ...published, ...catalogueDraft?.fields };
    const before = translationOf(current, language);
    const next = { texts: { ...before.texts }, of: { ...before.of } };
    const faults: Record<string, string> = {};
    const now: Record<string, string> = {};
    for (const [name, { limit }] of textsToTranslate(kind, current)) {
      const typed = texts.get(name);
      if (!typed) continue;
      const text = toText(typed.text, limit + 1);
      const isTouched = text !== typed.was;
      if (!isTouched && !typed.isStillRight) continue;
      if (isTouched && (before.texts[name] ?? '') !== typed.was && text !== before.texts[name]) {
        now[name] = before.texts[name] ?? '';
        faults[name] = t(
          'Not saved yet: someone else changed this in the meantime. It is now: {now}',
          { now: now[name] || '–' },
        );
      } else if (text.length > limit) {
        faults[name] = t('Use at most {limit, plural, one {# character} other {# characters}}.', {
          limit,
        });
      }
      if (text === '') {
        delete next.texts[name];
        delete next.of[name];
      } else {
        next.texts[name] = text;
        // The digest belongs to the source that the user read: a source that changed meanwhile marks the
        // translation as outdated.
        next.of[name] = typed.of;
      }
    }
    if (Object.keys(now).length > 0) return { kind: 'overtaken', faults, now };
    if (Object.keys(faults).length > 0) return { kind: 'refused', faults };
    const translations: EntryTranslations = {
      ...(current.translations as EntryTranslations | undefined),
      [language]: next,
    };
    const changed: EntryFields = { ...catalogueDraft?.fields, translations };
    const fields = published ? changedFields(published, changed) : changed;
    await writeDraft(
      tx,
      appContext,
      editor,
      { kind, id },
      { before: catalogueDraft, isNew: !published, fields },
    );
    return { kind: 'saved' };
  });
}

export function translationTexts(rows: readonly TranslationRow[]) {
  const byName = (part: string, textOf: (row: TranslationRow) => string): Texts =>
    Object.fromEntries(rows.map((row) => [`${part}.${row.name}`, textOf(row)]));
  return {
    texts: byName('text', ({ text }) => text),
    shown: { ...byName('was', ({ text }) => text), ...byName('of', ({ of }) => of) },
  };
}

export function translationRows(
  kind: EntryKey['kind'],
  catalogueEntry: EntryFields,
  language: Language,
): TranslationRow[] {
  const translation = translationOf(catalogueEntry, language);
  return [...textsToTranslate(kind, catalogueEntry)].map(([name, { text }]) => ({
    name,
    source: text,
    of: nameText(text),
    text: translation.texts[name] ?? '',
    isOlder: isOlder(translation, name, text),
  }));
}

export interface TranslationRow {
  readonly name: string;
  readonly source: string;
  readonly of: string;
  readonly text: string;
  readonly isOlder: boolean;
}
