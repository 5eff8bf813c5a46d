import { hash } from 'node:crypto';
import business from '../../../content/services/business.json' with { type: 'json' };
import digital from '../../../content/services/digital.json' with { type: 'json' };
import graphics from '../../../content/services/graphics.json' with { type: 'json' };
import music from '../../../content/services/music.json' with { type: 'json' };
import programming from '../../../content/services/programming.json' with { type: 'json' };
import video from '../../../content/services/video.json' with { type: 'json' };
import writing from '../../../content/services/writing.json' with { type: 'json' };
import popular from '../../../content/popular-services.json' with { type: 'json' };
import formerAddresses from '../../../content/former-addresses.json' with { type: 'json' };
import sections from '../../../content/sections.json' with { type: 'json' };
import arEntries from '../../../content/services/ar.json' with { type: 'json' };
import deEntries from '../../../content/services/de.json' with { type: 'json' };
import esEntries from '../../../content/services/es.json' with { type: 'json' };
import type { CatalogueContent, ServiceEntry } from '../../shop/catalogue.ts';
import { nameText, textsToTranslate, type EntryTranslations } from '../protocol/translations.ts';
import { readFirstOrdering, translateFirstOrdering } from './first-ordering.server.ts';
import type { Look } from '../../shop/pictures/looks.ts';
import { PLACE_STEP } from '../../shop/place-step.ts';
import { type Ordering, slugOf, type ServiceRecord } from '../../shop/service.ts';
import chat from '../../../content/chat.json' with { type: 'json' };
import arChat from '../../../content/ar/chat.json' with { type: 'json' };
import arPrivacy from '../../../content/ar/legal/privacy-policy.json' with { type: 'json' };
import arRefunds from '../../../content/ar/legal/refund-policy.json' with { type: 'json' };
import arTerms from '../../../content/ar/legal/terms-of-service.json' with { type: 'json' };
import arPages from '../../../content/ar/pages.json' with { type: 'json' };
import deChat from '../../../content/de/chat.json' with { type: 'json' };
import dePrivacy from '../../../content/de/legal/privacy-policy.json' with { type: 'json' };
import deRefunds from '../../../content/de/legal/refund-policy.json' with { type: 'json' };
import deTerms from '../../../content/de/legal/terms-of-service.json' with { type: 'json' };
import dePages from '../../../content/de/pages.json' with { type: 'json' };
import esChat from '../../../content/es/chat.json' with { type: 'json' };
import esPrivacy from '../../../content/es/legal/privacy-policy.json' with { type: 'json' };
import esRefunds from '../../../content/es/legal/refund-policy.json' with { type: 'json' };
import esTerms from '../../../content/es/legal/terms-of-service.json' with { type: 'json' };
import esPages from '../../../content/es/pages.json' with { type: 'json' };
import privacy from '../../../content/legal/privacy-policy.json' with { type: 'json' };
import refunds from '../../../content/legal/refund-policy.json' with { type: 'json' };
import terms from '../../../content/legal/terms-of-service.json' with { type: 'json' };
import pages from '../../../content/pages.json' with { type: 'json' };
import { type Language, SOURCE_LANGUAGE, TRANSLATED_LANGUAGES } from '../../platform/languages.ts';
import type { EntryFields } from '../protocol/entry.ts';
import type { TextEntry } from '../protocol/content.ts';
import { contentBlockId, type ContentBlockKind } from '../protocol/content-blocks.ts';

interface FirstWords {
  readonly pages: Readonly<Record<'home' | 'about' | 'cards', EntryFields>>;
  readonly chat: EntryFields;
  readonly privacy: typeof privacy;
  readonly terms: typeof terms;
  readonly refunds: typeof refunds;
}

interface TranslatedWords extends FirstWords {
  readonly topics: readonly {
    readonly id: string;
    readonly name: string;
    readonly short: string;
  }[];
  /** The texts of sections, groups and services, by entry. */
  readonly entries: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type TranslatedLanguage = (typeof TRANSLATED_LANGUAGES)[number];

/** The words of `content/` in the other languages. */
const TRANSLATIONS: Readonly<Record<TranslatedLanguage, TranslatedWords>> = {
  es: {
    pages: esPages,
    chat: esChat.words,
    topics: esChat.topics,
    privacy: esPrivacy,
    terms: esTerms,
    refunds: esRefunds,
    entries: esEntries,
  },
  de: {
    pages: dePages,
    chat: deChat.words,
    topics: deChat.topics,
    privacy: dePrivacy,
    terms: deTerms,
    refunds: deRefunds,
    entries: deEntries,
  },
  ar: {
    pages: arPages,
    chat: arChat.words,
    topics: arChat.topics,
    privacy: arPrivacy,
    terms: arTerms,
    refunds: arRefunds,
    entries: arEntries,
  },
};

// tests/unit/content.test.ts checks the files against these types.
const RECORDS = {
  graphics,
  business,
  digital,
  music,
  programming,
  video,
  writing,
} as Readonly<Record<string, readonly ServiceRecord[]>>;

/**
 * Every installation begins with this catalogue: the sections of `content/sections.json`, the services of
 * `content/services/` and the texts of `content/`. From then on the operator edits the catalogue.
 */
export function readFirstCatalogue(): Omit<CatalogueContent, 'revision'> {
  const services = sections.flatMap(({ id }) =>
    (RECORDS[id] ?? []).map((record, index) => toEntry(id, record, placeOf(index))),
  );
  return {
    sections: sections.map(({ id, title, tagline }, index) => ({
      translations: translate(`section ${id}`, { title, tagline }),
      id,
      title,
      tagline,
      look: id as Look,
      place: placeOf(index),
      isHidden: false,
    })),
    groups: sections.flatMap((section) =>
      section.areas.map(({ id, title }, index) => ({
        id,
        section: section.id,
        title,
        translations: translate(`group ${id}`, { title }),
        place: placeOf(index),
        isHidden: false,
      })),
    ),
    services,
    addresses: [
      ...services.map(({ id, section, slug }) => ({ section, slug, serviceId: id })),
      ...formerAddresses.map(({ section, slug, now }) => ({ section, slug, serviceId: idOf(now) })),
    ],
    texts: readFirstContent(),
  };
}

/** The texts of options and questions are shared by many services. */
function translateService(address: string, service: EntryFields & Ordering): EntryTranslations {
  const fields = { ...service, packages: [], questions: [] };
  const texts = [...textsToTranslate('service', fields)].map(([name, { text }]) => [name, text]);
  return translate(address, Object.fromEntries(texts), (language) =>
    translateFirstOrdering(language, service),
  );
}

function translate(
  entry: string,
  texts: Readonly<Record<string, string>>,
  more: (language: TranslatedLanguage) => Readonly<Record<string, string>> = () => ({}),
): EntryTranslations {
  return Object.fromEntries(
    TRANSLATED_LANGUAGES.flatMap((language) => {
      const { entries } = TRANSLATIONS[language];
      const all = { ...entries[entry], ...more(language) };
      const found = Object.entries(all).filter(([name]) => texts[name]);
      if (found.length === 0) return [];
      const of = found.map(([name]) => [name, nameText(texts[name] ?? '')]);
      return [[language, { texts: Object.fromEntries(found), of: Object.fromEntries(of) }]];
    }),
  );
}

function placeOf(index: number): number {
  return (index + 1) * PLACE_STEP;
}

function toEntry(section: string, record: ServiceRecord, place: number): ServiceEntry {
  const { title, area, price, summary, description } = record;
  const slug = slugOf(title);
  const address = `${section}/${slug}`;
  const rank = popular.indexOf(address);
  const ordering = readFirstOrdering(section, address);
  return {
    id: idOf(address),
    section,
    area,
    slug,
    title,
    summary,
    description,
    translations: translateService(address, {
      title,
      summary,
      description,
      note: price.note ?? '',
      ...ordering,
    }),
    amount: price.amount,
    currency: price.currency,
    unit: price.unit,
    note: price.note ?? '',
    cents: price.cents ?? false,
    deliveryDays: null,
    revisions: null,
    needs: '',
    delivers: '',
    packages: [],
    ...ordering,
    questions: [],
    photos: [],
    videos: [],
    popular: rank === -1 ? null : rank + 1,
    art: address,
    place,
    isHidden: false,
  };
}

/**
 * The initial services have the same ids in every installation, derived from their first address, so that an export
 * of one installation can be imported into another.
 */
function idOf(address: string): string {
  const hex = hash('sha256', `embarka service ${address}`);
  // The result is a UUID of version 8 (RFC 9562), whose content is defined by the application.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Every installation begins with this content. Texts that rule 69 quotes are the same to the letter. */
export function readFirstContent(): TextEntry[] {
  const topics = chat.topics.map(({ id, ...topic }, index) => ({
    ...topic,
    id: contentBlockId({ language: SOURCE_LANGUAGE, kind: 'topic', name: id }),
    reply: '',
    minutes: null,
    isHidden: false,
    place: (index + 1) * PLACE_STEP,
  }));
  return [
    ...piecesOf(SOURCE_LANGUAGE, { pages, chat: chat.words, privacy, terms, refunds }),
    {
      id: contentBlockId({ language: SOURCE_LANGUAGE, kind: 'brand', name: '' }),
      colour: '',
      logo: '',
      logoDark: '',
      isNamed: false,
    },
    ...topics,
    ...TRANSLATED_LANGUAGES.flatMap((language) => [
      ...piecesOf(language, TRANSLATIONS[language]),
      ...TRANSLATIONS[language].topics.map(({ id, ...topic }) => ({
        ...topic,
        id: contentBlockId({ language, kind: 'topic', name: id }),
        reply: '',
      })),
    ]),
  ];
}

function piecesOf(language: Language, words: FirstWords): TextEntry[] {
  const contentBlock = (kind: ContentBlockKind, fields: EntryFields): TextEntry => ({
    ...fields,
    id: contentBlockId({ language, kind, name: '' }),
  });
  return [
    contentBlock('home', words.pages.home),
    contentBlock('about', words.pages.about),
    contentBlock('cards', words.pages.cards),
    contentBlock('chat', words.chat),
    contentBlock('privacy', legal(words.privacy)),
    contentBlock('terms', legal(words.terms)),
    contentBlock('refunds', legal(words.refunds)),
    contentBlock('imprint', { body: '' }),
  ];
}

/** The JSON file holds the text as an array of lines, so that a diff shows the single line that changed. */
function legal({ body, ...fields }: typeof privacy): EntryFields {
  return { ...fields, body: body.join('\n') };
}
