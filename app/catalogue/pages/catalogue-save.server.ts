import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import type { Editor } from '../server/drafts/write-draft.server.ts';
import { saveDraft, type SaveOutcome } from '../server/drafts/save-draft.server.ts';
import { findMissingWords } from '../server/photos/check-media.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { EntryAnswer } from '../ui/entry-answer.tsx';
import type { saveForm, translateForm } from './catalogue-forms.server.ts';
import { saveTranslation, type TranslatedText } from '../server/drafts/save-translation.server.ts';
import type { Texts } from '../protocol/read-texts.ts';

type Sent = v.InferOutput<typeof saveForm>;

const OF_THE_FORM = ['intent', 'kind', 'entry', 'next', 'shown', 'isWhole'];

export async function saveEntry(
  appContext: AppContext,
  editor: Editor,
  form: Sent,
): Promise<EntryAnswer | Response> {
  const { kind, entry: id, isWhole, next } = form;
  const [typed, shown] = [textsOf(form), readShown(form.shown)];
  const missing = next === 'publish' ? findMissingWords(typed) : {};
  const outcome: SaveOutcome =
    Object.keys(missing).length > 0
      ? { kind: 'refused', faults: missing }
      : await saveDraft(appContext, editor, {
          kind,
          id,
          typed,
          isWhole: isWhole === 'yes',
          shown,
        });
  if (outcome.kind === 'saved') {
    const at = kind === 'text' ? '/team/content' : '/team/catalogue';
    if (next === 'preview') return redirect(`${at}/preview/${outcome.id}`);
    if (next === 'publish') return redirect(`${at}/publish?only=${outcome.id}`);
    const own = kind === 'text' ? '' : `/${kind}`;
    if (id === undefined) return redirect(`${at}${own}/${outcome.id}?saved=new`);
    // A field of the list is answered beside it, a whole form above it.
    const ofRow = isWhole === 'yes' ? {} : { ...typed, entry: id };
    return { message: describeSaved(outcome), typed: ofRow, faults: {}, shown: {} };
  }
  const { faults } = outcome;
  return {
    isDone: false,
    status: outcome.kind === 'overtaken' ? 409 : 400,
    message:
      outcome.kind === 'overtaken'
        ? t('Not saved yet: someone else changed the same fields in the meantime.')
        : isWhole === 'yes'
          ? t('Not saved yet. Check the marked fields.')
          : (Object.values(faults)[0] ?? ''),
    typed: { ...typed, entry: id ?? '' },
    faults,
    shown: outcome.kind === 'overtaken' ? { ...shown, ...outcome.now } : shown,
  };
}

/** Hides or shows a service in a draft. Throws {@link RefusedError} 409 if that is not possible. */
export async function saveVisibility(
  appContext: AppContext,
  editor: Editor,
  id: string,
  isHidden: boolean,
): Promise<void> {
  const outcome = await saveDraft(appContext, editor, {
    kind: 'service',
    id,
    typed: { isHidden: isHidden ? 'yes' : '' },
    isWhole: false,
    // Whoever selects many rows means their state afterwards, whatever it was.
    shown: {},
  });
  if (outcome.kind === 'saved') return;
  throw new RefusedError(
    409,
    Object.values(outcome.faults)[0] ?? t('Not saved yet. Check the marked fields.'),
  );
}

function describeSaved({
  isDraft,
  kept: savedValue,
  by,
}: Extract<SaveOutcome, { kind: 'saved' }>): string {
  const saved = isDraft
    ? t("Draft saved. Visitors don't see it until you publish it.")
    : t('There are no changes from the published version.');
  if (savedValue.length === 0) return saved;
  return t('{saved} {by} changed these fields in the meantime: {fields}. Those changes are kept.', {
    saved,
    by: by ?? t('Someone else'),
    fields: savedValue.join(', '),
  });
}

function textsOf(form: Sent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_THE_FORM.includes(name) ? [[name, value]] : [],
    ),
  );
}

/** An invalid value counts as no digests: then every field that differs counts as changed by the user. */
function readShown(text: string): Record<string, string> {
  const shown = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
    text === '' ? '{}' : text,
  );
  return shown.success ? shown.output : {};
}

export async function keepTranslation(
  appContext: AppContext,
  editor: Editor,
  form: v.InferOutput<typeof translateForm>,
): Promise<EntryAnswer> {
  const { kind, id, language } = form;
  const texts = translatedTexts(form);
  const outcome = await saveTranslation(appContext, editor, { kind, id, language, texts });
  if (outcome.kind === 'saved') {
    const message = t('The translation is saved as a draft. Nobody sees it until it is published.');
    return { message, typed: {}, faults: {}, shown: {} };
  }
  const isOvertaken = outcome.kind === 'overtaken';
  return {
    isDone: false,
    status: isOvertaken ? 409 : 400,
    message: isOvertaken
      ? t('Not saved yet: someone else changed the same fields in the meantime.')
      : t('Not saved yet. Check the marked fields.'),
    typed: fieldsOf(form, ['text', 'right']),
    faults: ofFields('text', outcome.faults),
    shown: {
      ...fieldsOf(form, ['was', 'of']),
      ...(isOvertaken && ofFields('was', outcome.now)),
    },
  };
}

function fieldsOf(form: Readonly<Record<string, unknown>>, parts: readonly string[]): Texts {
  return Object.fromEntries(
    Object.entries(form).filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && parts.some((part) => field[0].startsWith(`${part}.`)),
    ),
  );
}

const ofFields = (part: string, texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${part}.${name}`, text]));

/** The keys are the names of the texts. */
function translatedTexts(form: Readonly<Record<string, unknown>>): Map<string, TranslatedText> {
  const textOf = (name: string) => {
    const value = form[name];
    return typeof value === 'string' ? value : '';
  };
  const names = Object.keys(form).filter((name) => name.startsWith('text.'));
  return new Map(
    names.map((field) => {
      const name = field.slice('text.'.length);
      const text = {
        text: textOf(field),
        // Browsers submit line breaks as CRLF.
        was: textOf(`was.${name}`).replaceAll('\r\n', '\n'),
        of: textOf(`of.${name}`).slice(0, 20),
        isStillRight: textOf(`right.${name}`) === 'yes',
      };
      return [name, text];
    }),
  );
}
