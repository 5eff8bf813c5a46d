import type { Language } from '../../../platform/languages.ts';
import type { Catalogue } from '../../../shop/catalogue.ts';
import { t } from '../../../i18n/translate.ts';
import { spellNumber } from '../../../shop/spell-number.ts';
import type { CardWords, Content, HomeWords } from '../../protocol/content.ts';
import { renderMarkdown } from './markdown.server.ts';

export interface ShownAbout {
  readonly eyebrow: string;
  readonly headline: string;
  readonly html: string;
}

export interface ShownHome {
  readonly home: HomeWords;
  readonly about: ShownAbout;
  readonly cards: CardWords;
}

/** `words` are the published texts, or those of a draft in a preview. */
export function showHome(
  { services, sections }: Pick<Catalogue, 'services' | 'sections'>,
  words: Content,
  language: Language,
): ShownHome {
  const home = words.home(language);
  const { eyebrow, headline, text } = words.about(language);
  const count = sections.length;
  const lead = home.lead.replaceAll('{services}', String(services.length)).replaceAll(
    '{categories}',
    t('{count, plural, one {{spelled} category} other {{spelled} categories}}', {
      count,
      spelled: spellNumber(count),
    }),
  );
  return {
    home: { ...home, lead },
    about: { eyebrow, headline, html: renderMarkdown(text, 3) },
    cards: words.cards(language),
  };
}
