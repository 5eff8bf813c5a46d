import { isOnlyLanguage, type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import type { EntryFields } from './entry.ts';
import { type Fallbacks, toMarks, type Translated } from '../../platform/lang-of.ts';
import { parsePhoto } from './media-texts.ts';
import {
  parseContentBlockId,
  contentBlockId,
  PIECES,
  TOPIC_ICONS,
  type ContentBlockKind,
  type TopicIcon,
} from './content-blocks.ts';

export type TextEntry = EntryFields & { readonly id: string };

export interface HomeWords extends Translated {
  readonly headline: string;
  readonly lead: string;
  readonly button: string;
  readonly servicesEyebrow: string;
  readonly servicesHeadline: string;
  readonly servicesLead: string;
  readonly popularHeadline: string;
  readonly contactHeadline: string;
  readonly contactText: string;
  readonly contactButton: string;
  readonly summary: string;
}

export interface AboutWords extends Translated {
  readonly eyebrow: string;
  readonly headline: string;
  readonly text: string;
}

export interface CardWords extends Translated {
  /** The keys are 'digitalTitle', 'digitalTagline' …, and 'viewAll'. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface ChatWords extends Translated {
  /** Each line becomes one message. */
  readonly greeting: string;
  readonly emailQuestion: string;
  readonly afterTopic: string;
  readonly afterEmail: string;
  readonly welcome: string;
}

export interface TopicEntry extends Translated {
  /** The id is permanent: renaming the topic does not change the id. */
  readonly id: string;
  readonly name: string;
  readonly short: string;
  /** The text replaces the chat's general answer for this topic. '' keeps the general answer. */
  readonly reply: string;
  readonly icon: TopicIcon;
  /** An answer is due within this many minutes. Null means the default from the settings. */
  readonly minutes: number | null;
  readonly isHidden: boolean;
}

export interface LogoPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface ShopLogo extends LogoPicture {
  /** Dark backgrounds show this picture. Without it, they show the other picture on a white background. */
  readonly dark?: LogoPicture;
  readonly isNamed?: true;
}

export type LegalKind = 'privacy' | 'terms' | 'refunds';

export interface LegalWords extends Translated {
  readonly heading: string;
  readonly summary: string;
  readonly effectiveDate: string;
  readonly introduction: string;
  readonly body: string;
}

export interface ImprintWords extends Translated {
  readonly body: string;
}

/**
 * The object holds the shop's texts at one revision and is immutable. A text that is missing in another language
 * falls back to the main language or else to the source language, and its language is in `fallbacks`.
 */
export class Content {
  readonly #entries: ReadonlyMap<string, EntryFields>;
  readonly #offered: readonly Language[];
  readonly #topics = new Map<Language, readonly TopicEntry[]>();

  /**
   * The first of the offered languages is the main one. If the shop offers no other, what has no translation at all
   * counts as written in this language.
   */
  constructor(entries: readonly TextEntry[], offered: readonly Language[] = []) {
    this.#offered = offered;
    this.#entries = new Map(entries.map(({ id, ...fields }) => [id, fields]));
  }

  home(language: Language): HomeWords {
    return this.#read(language, 'home') as unknown as HomeWords;
  }

  about(language: Language): AboutWords {
    return this.#read(language, 'about') as unknown as AboutWords;
  }

  cards(language: Language): CardWords {
    const { fallbacks, ...texts } = this.#read(language, 'cards');
    return {
      texts: texts as CardWords['texts'],
      ...(fallbacks !== undefined && { fallbacks }),
    } as CardWords;
  }

  chat(language: Language): ChatWords {
    return this.#read(language, 'chat') as unknown as ChatWords;
  }

  legal(language: Language, kind: LegalKind): LegalWords {
    return this.#read(language, kind) as unknown as LegalWords;
  }

  /**
   * Returns undefined until the imprint is written. If it has no text in this language, it is the text of another
   * offered language: the law asks for an imprint on every page, not for a translation.
   */
  imprint(language: Language): ImprintWords | undefined {
    for (const written of new Set<Language>([language, ...this.#offered, SOURCE_LANGUAGE])) {
      const body = textOf(this.#written(written, 'imprint', '')?.body);
      if (body === '') continue;
      const isOwn = written === language || isOnlyLanguage(language, this.#offered);
      return { body, ...(!isOwn && toMarks([['body', written]])) };
    }
    return undefined;
  }

  /** Returns '#rrggbb', or '' when the shop uses the default colours. */
  brandColour(): string {
    return textOf(this.#read(SOURCE_LANGUAGE, 'brand').colour);
  }

  /** Returns undefined when the shop uses the default logo. */
  logo(): ShopLogo | undefined {
    const { logo, logoDark, isNamed } = this.#read(SOURCE_LANGUAGE, 'brand');
    const picture = parsePhoto(textOf(logo));
    if (!picture) return undefined;
    const dark = parsePhoto(textOf(logoDark));
    return { ...picture, ...(dark && { dark }), ...(isNamed === true && { isNamed }) };
  }

  topics(language: Language): readonly TopicEntry[] {
    return this.allTopics(language).filter(({ isHidden }) => !isHidden);
  }

  /** The list includes hidden topics, because conversations that began with a hidden topic continue. */
  allTopics(language: Language): readonly TopicEntry[] {
    const known = this.#topics.get(language);
    if (known) return known;
    const topics = [...this.#entries.keys()]
      .flatMap((id) => {
        const key = parseContentBlockId(id);
        if (key?.kind !== 'topic' || key.language !== SOURCE_LANGUAGE) return [];
        const fields = this.#read(language, 'topic', key.name);
        return [{ id: key.name, place: Number(fields.place ?? 0), fields }];
      })
      .sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1))
      .map(({ id, fields }) => toTopic(id, fields));
    this.#topics.set(language, topics);
    return topics;
  }

  findTopic(language: Language, id: string): TopicEntry | undefined {
    return this.allTopics(language).find((topic) => topic.id === id);
  }

  #read(language: Language, kind: ContentBlockKind, name = ''): EntryFields {
    const base = this.#entries.get(contentBlockId({ language: SOURCE_LANGUAGE, kind, name })) ?? {};
    if (language === SOURCE_LANGUAGE) return base;
    const own = this.#written(language, kind, name);
    if (!own && isOnlyLanguage(language, this.#offered)) return base;
    const main = this.#offered[0] ?? SOURCE_LANGUAGE;
    const inMain = main === SOURCE_LANGUAGE ? undefined : this.#written(main, kind, name);
    const marks = textsOf(kind).flatMap((text): [string, Language][] => {
      if (!base[text] || (own && Object.hasOwn(own, text))) return [];
      return [[text, inMain && Object.hasOwn(inMain, text) ? main : SOURCE_LANGUAGE]];
    });
    return { ...base, ...inMain, ...own, ...toMarks(marks) };
  }

  /** Returns what is written in a language; undefined without a translation. */
  #written(language: Language, kind: ContentBlockKind, name: string): EntryFields | undefined {
    const own = this.#entries.get(contentBlockId({ language, kind, name }));
    // A hidden translation comes from an undone publication and counts as never written.
    if (!own || own.isHidden === true) return undefined;
    return Object.fromEntries(
      Object.entries(own).filter(([, value]) => value !== '' && value !== null),
    );
  }
}

/** The names of the texts that differ from language to language. */
function textsOf(kind: ContentBlockKind): readonly string[] {
  return PIECES[kind].fields.filter(({ isShared }) => !isShared).map(({ name }) => name);
}

function toTopic(id: string, fields: EntryFields): TopicEntry {
  const { name, short, reply, icon, minutes, isHidden, fallbacks } = fields;
  return {
    id,
    name: textOf(name),
    short: textOf(short),
    reply: textOf(reply),
    icon: TOPIC_ICONS.find((known) => known === icon) ?? TOPIC_ICONS[0],
    minutes: typeof minutes === 'number' ? minutes : null,
    isHidden: isHidden === true,
    ...(fallbacks !== undefined && { fallbacks: fallbacks as Fallbacks }),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
