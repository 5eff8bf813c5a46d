import type * as v from 'valibot';
import type { Host } from '../../host.ts';
import type { Editor } from '../server/drafts/editor.ts';
import { saveTranslation, type TranslatedText } from '../server/drafts/save-translation.server.ts';
import type { Texts } from '../protocol/read-texts.ts';
import type { EntryAnswer } from '../ui/entry-answer.ts';
import type { translateForm } from './catalogue-forms.server.ts';

export async function keepTranslation(
  host: Host,
  editor: Editor,
  form: v.InferOutput<typeof translateForm>,
): Promise<EntryAnswer> {
  const { kind, id, language } = form;
  const texts = translatedTexts(form);
  const outcome = await saveTranslation(host, editor, { kind, id, language, texts });
  if (outcome.kind === 'saved') {
    const message = 'The translation is saved as a draft. Nobody sees it before it is published.';
    return { message, typed: {}, faults: {}, shown: {} };
  }
  const isOvertaken = outcome.kind === 'overtaken';
  return {
    isDone: false,
    status: isOvertaken ? 409 : 400,
    message: isOvertaken
      ? 'Nothing was saved yet: somebody else changed the same meanwhile.'
      : 'Nothing was saved yet. Please look at what is marked.',
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
