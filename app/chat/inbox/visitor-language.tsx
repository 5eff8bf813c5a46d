import type { Language } from '../../platform/languages.ts';
import { languageNow, say } from '../../platform/say.ts';

const NAMES = { en: 'English', es: 'Spanish' } as const satisfies Readonly<
  Record<Language, string>
>;

export function sayLanguage(language: Language): string {
  return say(NAMES[language]);
}

/** Shown only if the visitor writes in another language than the agent's. */
export function LanguageMark({ language }: { readonly language: Language }) {
  if (language === languageNow()) return null;
  return (
    <span
      className="shrink-0 rounded-[7px] bg-soft px-1.5 text-[12.5px] leading-5 font-semibold text-soft-ink uppercase"
      title={say('Writes in {language}', { language: sayLanguage(language) })}
    >
      <span aria-hidden="true">{language}</span>
      <span className="sr-only">
        {say('Writes in {language}', { language: sayLanguage(language) })}
      </span>
    </span>
  );
}
