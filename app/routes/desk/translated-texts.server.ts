import type { TranslatedText } from '../../marketplace/drafts/save-translation.server.ts';

/** What the form of a translation was sent with, by the name of the text. */
export function translatedTexts(
  form: Readonly<Record<string, unknown>>,
): Map<string, TranslatedText> {
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
        // As the browser sends it back.
        was: textOf(`was.${name}`).replaceAll('\r\n', '\n'),
        of: textOf(`of.${name}`).slice(0, 20),
        isStillRight: textOf(`right.${name}`) === 'yes',
      };
      return [name, text];
    }),
  );
}
