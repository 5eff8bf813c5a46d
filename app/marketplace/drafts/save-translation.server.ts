import { say } from '../../platform/say.ts';
import { sql } from 'drizzle-orm';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Language } from '../../platform/languages.ts';
import { toText } from '../../platform/shown-text.ts';
import { changedFields, type EntryFields, type EntryKey } from '../entries/entry.ts';
import {
  nameText,
  textsToTranslate,
  translationOf,
  type EntryTranslations,
} from '../entries/translations.ts';
import { CATALOGUE_LOCK } from '../publish/catalogue-lock.server.ts';
import type { Editor } from './editor.ts';
import { readDraft, readPublished } from './read-drafts.server.ts';
import { writeDraft } from './write-draft.server.ts';

/** What somebody wrote of one text, and what they had in front of them. */
export interface TranslatedText {
  readonly text: string;
  /** The translation that stood there. */
  readonly was: string;
  /** Names the source beside it. */
  readonly of: string;
  /** That it still says the same as its source, which has changed. */
  readonly isStillRight: boolean;
}

export interface SaveTranslation extends EntryKey {
  readonly language: Language;
  readonly texts: ReadonlyMap<string, TranslatedText>;
}

/**
 * Saves the translation of an entry as part of its draft. Of two who translate at once each keeps what
 * they wrote; who writes the same text as the other is told, and nothing of theirs is saved yet.
 */
export async function saveTranslation(
  host: ChangeHost,
  editor: Editor,
  { kind, id, language, texts }: SaveTranslation,
): Promise<void> {
  await change(host, editor.trace, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`);
    const published = await readPublished(tx, { kind, id });
    const draft = await readDraft(tx, { kind, id });
    if (!published && !draft) {
      throw new RefusedError(404, 'This is not in the catalogue any more.');
    }
    const current: EntryFields = { ...published, ...draft?.fields };
    const before = translationOf(current, language);
    const next = { texts: { ...before.texts }, of: { ...before.of } };
    for (const [name, { limit }] of textsToTranslate(kind, current)) {
      const typed = texts.get(name);
      if (!typed) continue;
      const text = toText(typed.text, limit + 1);
      const isTouched = text !== typed.was;
      if (!isTouched && !typed.isStillRight) continue;
      if (isTouched && (before.texts[name] ?? '') !== typed.was && text !== before.texts[name]) {
        throw new RefusedError(
          409,
          say('Nothing was saved yet: somebody else changed this meanwhile. It is now: {now}', {
            now: before.texts[name] ?? '–',
          }),
          name,
        );
      }
      if (text.length > limit) {
        throw new RefusedError(
          400,
          say('Please keep it under {limit} characters.', { limit }),
          name,
        );
      }
      if (text === '') {
        delete next.texts[name];
        delete next.of[name];
      } else {
        next.texts[name] = text;
        // Of what was read: a source that changed meanwhile makes it the older one.
        next.of[name] = typed.of;
      }
    }
    const translations: EntryTranslations = {
      ...(current.translations as EntryTranslations | undefined),
      [language]: next,
    };
    const changed: EntryFields = { ...draft?.fields, translations };
    const fields = published ? changedFields(published, changed) : changed;
    await writeDraft(tx, host, editor, { kind, id }, { before: draft, isNew: !published, fields });
  });
}

/** What the form has beside each source. */
export function translationRows(
  kind: EntryKey['kind'],
  entry: EntryFields,
  language: Language,
): TranslationRow[] {
  const translation = translationOf(entry, language);
  return [...textsToTranslate(kind, entry)].map(([name, { text }]) => ({
    name,
    source: text,
    of: nameText(text),
    text: translation.texts[name] ?? '',
    isOlder: translation.texts[name] !== undefined && translation.of[name] !== nameText(text),
  }));
}

export interface TranslationRow {
  readonly name: string;
  readonly source: string;
  readonly of: string;
  readonly text: string;
  readonly isOlder: boolean;
}
