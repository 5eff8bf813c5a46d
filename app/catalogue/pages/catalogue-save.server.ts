import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import type { Editor } from '../server/drafts/write-draft.server.ts';
import { saveDraft, type SaveOutcome } from '../server/drafts/save-draft.server.ts';
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
  const outcome = await saveDraft(appContext, editor, {
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
    return { message: describeSaved(outcome), typed: {}, faults: {}, shown: {} };
  }
  const { faults } = outcome;
  return {
    isDone: false,
    status: outcome.kind === 'overtaken' ? 409 : 400,
    message:
      outcome.kind === 'overtaken'
        ? t('Nothing was saved yet: somebody else changed the same meanwhile.')
        : isWhole === 'yes'
          ? t('Nothing was saved yet. Please look at what is marked.')
          : (Object.values(faults)[0] ?? ''),
    typed: { ...typed, entry: id ?? '' },
    faults,
    shown: outcome.kind === 'overtaken' ? { ...shown, ...outcome.now } : shown,
  };
}

function describeSaved({
  isDraft,
  kept: savedValue,
  by,
}: Extract<SaveOutcome, { kind: 'saved' }>): string {
  const saved = isDraft
    ? t('The draft is saved. Nobody sees it before it is published.')
    : t('Nothing is different from what is published.');
  if (savedValue.length === 0) return saved;
  return t('{saved} {by} changed meanwhile: {fields}. That is kept.', {
    saved,
    by: by ?? t('Somebody else'),
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
    const message = t(
      'The translation is saved as a draft. Nobody sees it before it is published.',
    );
    return { message, typed: {}, faults: {}, shown: {} };
  }
  const isOvertaken = outcome.kind === 'overtaken';
  return {
    isDone: false,
    status: isOvertaken ? 409 : 400,
    message: isOvertaken
      ? t('Nothing was saved yet: somebody else changed the same meanwhile.')
      : t('Nothing was saved yet. Please look at what is marked.'),
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
