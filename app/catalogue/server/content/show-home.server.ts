import type { Language } from '../../../platform/languages.ts';
import type { Catalogue } from '../../../shop/catalogue.ts';
import { t } from '../../../i18n/translate.ts';
import { spellNumber } from '../../../shop/spell-number.ts';
import type { CardLook } from '../../../shop/pictures/home-pictures.ts';
import type { CardWords, Content, HomeWords } from '../../protocol/content.ts';
import type { Section } from '../../../shop/sections.ts';
import { langOf, marksOf, type Translated } from '../../../platform/lang-of.ts';
import { renderMarkdown } from './markdown.server.ts';

export interface ShownAbout extends Translated {
  readonly eyebrow: string;
  readonly headline: string;
  readonly html: string;
}

export interface ShownHome {
  readonly home: HomeWords;
  readonly about: ShownAbout;
  readonly cards: readonly HomeCard[];
  readonly viewAll: HomeText;
}

interface HomeText {
  readonly text: string;
  readonly lang: string | undefined;
}

/** A card links to the anchor of its section on the overview (rule 20). */
export interface HomeCard {
  readonly title: HomeText;
  readonly tagline: HomeText;
  readonly anchor: string;
  readonly look: CardLook;
}

/** The names of the card's texts begin with the third part. */
const CARDS = [
  ['digital', 'digital', 'digital'],
  ['video', 'video', 'video'],
  ['programming', 'programming', 'programming'],
  ['business', 'business', 'business'],
  ['writing', 'writing', 'writing'],
  ['video', 'concept-to-video', 'conceptToVideo'],
] as const satisfies readonly (readonly [string, CardLook, string])[];

/** `words` are the published texts, or those of a draft in a preview. */
export function showHome(
  { services, filledSections: sections }: Pick<Catalogue, 'services' | 'filledSections'>,
  words: Content,
  language: Language,
): ShownHome {
  const home = words.home(language);
  const { eyebrow, headline, text, ...marks } = words.about(language);
  const count = sections.length;
  const cardWords = words.cards(language);
  const lead = home.lead.replaceAll('{services}', String(services.length)).replaceAll(
    '{categories}',
    t('{count, plural, one {{spelled} category} other {{spelled} categories}}', {
      count,
      spelled: spellNumber(count),
    }),
  );
  return {
    home: { ...home, lead },
    about: {
      eyebrow,
      headline,
      html: renderMarkdown(text, 3),
      ...marksOf(marks, 'eyebrow', 'headline', 'text'),
    },
    cards: showCards(sections, cardWords),
    viewAll: toHomeText(cardWords, 'viewAll'),
  };
}

/** Returns the six cards, without those of sections that are not shown. Other sections take the free positions. */
function showCards(sections: readonly Section[], words: CardWords): HomeCard[] {
  const cards = CARDS.filter(([anchor]) => sections.some(({ id }) => id === anchor)).map(
    ([anchor, look, name]): HomeCard => ({
      title: toHomeText(words, `${name}Title`),
      tagline: toHomeText(words, `${name}Tagline`),
      anchor,
      look,
    }),
  );
  const others = sections
    .filter(({ id }) => !CARDS.some(([anchor]) => anchor === id))
    .map((section): HomeCard => ({
      title: { text: section.title, lang: langOf(section, 'title') },
      tagline: { text: section.tagline, lang: langOf(section, 'tagline') },
      anchor: section.id,
      look: section.look,
    }));
  return [...cards, ...others].slice(0, CARDS.length);
}

function toHomeText(words: CardWords, name: string): HomeText {
  return { text: words.texts[name] ?? '', lang: langOf(words, name) };
}
