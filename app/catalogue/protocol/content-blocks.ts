import { msg, english, type Sentence } from '../../i18n/translate.ts';
import { LANGUAGES, type Language } from '../../platform/languages.ts';

/** Each content block is edited, drafted and published independently, in each language. */
export const CONTENT_BLOCK_KINDS = [
  'home',
  'about',
  'cards',
  'chat',
  'topic',
  'privacy',
  'terms',
  'refunds',
  'brand',
] as const;

export type ContentBlockKind = (typeof CONTENT_BLOCK_KINDS)[number];

export interface ContentBlockField {
  readonly name: string;
  readonly label: Sentence;
  readonly kind: 'line' | 'lines' | 'markdown' | 'number' | 'flag' | 'icon' | 'colour' | 'logo';
  readonly most: number;
  readonly isRequired?: true;
  readonly hint?: Sentence;
  /** Only these placeholders in braces are allowed in this field. */
  readonly holders?: readonly string[];
  /** The value is the same in every language and stored with the base language. */
  readonly isShared?: true;
}

export interface ContentBlock {
  readonly title: Sentence;
  readonly about: Sentence;
  readonly fields: readonly ContentBlockField[];
}

export const LEGAL_HOLDERS = [
  'brandName',
  'supportEmail',
  'supportPhone',
  'postalAddress',
  'supportHours',
  'supportTimezone',
  'governingState',
  'currency',
  'chatRetention',
  'reviewEmailRetention',
] as const;

/** The placeholder stands alone in a paragraph, which the operator's contact details replace. */
export const CONTACT_HOLDER = 'contact';

export const TOPIC_ICONS = [
  'package-fill',
  'tag-fill',
  'truck-fill',
  'chat-circle-text-fill',
] as const;

export type TopicIcon = (typeof TOPIC_ICONS)[number];

const COUNTS = ['services', 'categories'];

const line = (name: string, label: Sentence, most: number, more: Partial<ContentBlockField> = {}) =>
  ({
    name,
    label,
    kind: 'line',
    most,
    isRequired: true,
    ...more,
  }) as const satisfies ContentBlockField;

const lines = (
  name: string,
  label: Sentence,
  most: number,
  more: Partial<ContentBlockField> = {},
) =>
  ({
    name,
    label,
    kind: 'lines',
    most,
    isRequired: true,
    ...more,
  }) as const satisfies ContentBlockField;

const MARKDOWN_HINT = msg(
  'Markdown: a blank line begins a paragraph, “## ” a heading, “- ” a list, **bold**, [words](https://…). HTML is shown as it is typed.',
);

const legal = (title: Sentence, about: Sentence): ContentBlock => ({
  title,
  about,
  fields: [
    line('heading', msg('Heading'), 80),
    line('summary', msg('Summary'), 200, {
      hint: msg('For search engines and link previews.'),
      holders: LEGAL_HOLDERS,
    }),
    line('effectiveDate', msg('Effective date'), 40),
    lines('introduction', msg('Introduction'), 1000, { holders: LEGAL_HOLDERS }),
    {
      ...lines('body', msg('Text'), 20_000, { holders: [...LEGAL_HOLDERS, CONTACT_HOLDER] }),
      kind: 'markdown',
      hint: msg(
        "Markdown: a blank line begins a paragraph, “## ” a heading, “- ” a list, **bold**, [words](https://…). HTML is shown as it is typed. Each “## ” begins a part of the page; '{#name}' behind it is its address.",
      ),
    },
  ],
});

const CARDS = [
  ['digital', msg('Card 1: title'), msg('Card 1: tagline')],
  ['video', msg('Card 2: title'), msg('Card 2: tagline')],
  ['programming', msg('Card 3: title'), msg('Card 3: tagline')],
  ['business', msg('Card 4: title'), msg('Card 4: tagline')],
  ['writing', msg('Card 5: title'), msg('Card 5: tagline')],
  ['conceptToVideo', msg('Card 6: title'), msg('Card 6: tagline')],
] as const;

export const PIECES: Readonly<Record<ContentBlockKind, ContentBlock>> = {
  home: {
    title: msg('Home page'),
    about: msg('Headline, texts and buttons of the first page.'),
    fields: [
      line('headline', msg('Headline'), 80),
      lines('lead', msg('Lead'), 300, {
        holders: COUNTS,
        hint: msg(
          "'{services}' is how many services there are, '{categories}' how many categories.",
        ),
      }),
      line('button', msg('Button to the services'), 40),
      line('servicesEyebrow', msg('Above the cards'), 40),
      line('servicesHeadline', msg('Headline of the cards'), 100),
      lines('servicesLead', msg('Text beside the cards'), 300),
      line('popularHeadline', msg('Headline of the popular services'), 60),
      line('contactHeadline', msg('Headline of the contact band'), 80),
      lines('contactText', msg('Text of the contact band'), 300),
      line('contactButton', msg('Button to the contact page'), 40),
      line('summary', msg('Summary'), 200, { hint: msg('For search engines and link previews.') }),
    ],
  },
  about: {
    title: msg('About Us'),
    about: msg('Who you are, on the first page.'),
    fields: [
      line('eyebrow', msg('Above the headline'), 40),
      line('headline', msg('Headline'), 100),
      { ...lines('text', msg('Text'), 3000), kind: 'markdown', hint: MARKDOWN_HINT },
    ],
  },
  cards: {
    title: msg('The six cards'),
    about: msg('The ways into the catalogue on the first page.'),
    fields: [
      ...CARDS.flatMap(([name, title, tagline]) => [
        line(`${name}Title`, title, 40),
        line(`${name}Tagline`, tagline, 60),
      ]),
      line('viewAll', msg('Link of each card'), 30),
    ],
  },
  chat: {
    title: msg('Chat'),
    about: msg('What the chat says by itself, and the text of “Send Welcome”.'),
    fields: [
      lines('greeting', msg('Greeting'), 400, { hint: msg('Each line is a message of its own.') }),
      line('emailQuestion', msg('Question for the email address'), 200),
      line('afterTopic', msg('Answer to a topic'), 200),
      line('afterEmail', msg('Answer to an email address'), 200),
      lines('welcome', msg('Text of “Send Welcome”'), 600, {
        holders: ['agent', 'visitor'],
        hint: msg(
          "'{agent}' is the name of whoever sends it, '{visitor}' the visitor’s, where it is known.",
        ),
      }),
    ],
  },
  topic: {
    title: msg('Topic'),
    about: msg('What a visitor chooses when a chat begins.'),
    fields: [
      line('name', msg('Name'), 60),
      {
        name: 'short',
        label: msg('Short name'),
        kind: 'line',
        most: 20,
        hint: msg('For the team’s lists.'),
      },
      {
        name: 'reply',
        label: msg('Own answer'),
        kind: 'line',
        most: 200,
        hint: msg(
          'What the chat says once it is chosen, in place of the answers that all topics have.',
        ),
      },
      { name: 'icon', label: msg('Sign'), kind: 'icon', most: 40, isShared: true },
      {
        name: 'minutes',
        label: msg('Answer within, in minutes'),
        kind: 'number',
        most: 10_080,
        isShared: true,
        hint: msg('What waits longer turns red in the list. Empty: as the settings say.'),
      },
      {
        name: 'isHidden',
        label: msg('Not offered any more'),
        kind: 'flag',
        most: 3,
        isShared: true,
      },
    ],
  },
  privacy: legal(msg('Privacy Policy'), msg('The page /privacy-policy.')),
  terms: legal(msg('Terms of Service'), msg('The page /terms.')),
  refunds: legal(msg('Refund Policy'), msg('The page /refunds.')),
  brand: {
    title: msg('Brand'),
    about: msg('Your logo, and the colour of buttons and links, by day and by night.'),
    fields: [
      {
        name: 'colour',
        label: msg('Brand colour'),
        kind: 'colour',
        most: 7,
        isShared: true,
        hint: msg(
          'As #rrggbb, such as #0a7a3d. In the dark theme it is made lighter until it can be read. Empty: the blue this shop began with.',
        ),
      },
      {
        name: 'logo',
        label: msg('Logo'),
        kind: 'logo',
        most: 60,
        isShared: true,
        hint: msg(
          'PNG, WebP, AVIF or JPEG, at most 5 MB; best see-through and at least 144 pixels high. It is shown on pages, in mails, in tabs and beside links. Without one there are the sails this shop began with.',
        ),
      },
      {
        name: 'logoDark',
        label: msg('Light variant for dark grounds'),
        kind: 'logo',
        most: 60,
        isShared: true,
        hint: msg(
          'For the dark theme and the foot of each page. Without one the first stands on white there.',
        ),
      },
      {
        name: 'isNamed',
        label: msg('Write the name of the shop beside it'),
        kind: 'flag',
        most: 3,
        isShared: true,
        hint: msg('For a picture that does not say it. The name is changed in the settings.'),
      },
    ],
  },
};

/** The content of this language is always complete. Other languages override the content field by field. */
export const BASE_LANGUAGE: Language = 'en';

/** The key identifies a content block in a language, such as 'en_home' or 'en_topic_sales'. */
export interface ContentBlockKey {
  readonly language: Language;
  readonly kind: ContentBlockKind;
  /** The name is permanent. A kind with a single block has ''. */
  readonly name: string;
}

export function contentBlockId({ language, kind, name }: ContentBlockKey): string {
  return name === '' ? `${language}_${kind}` : `${language}_${kind}_${name}`;
}

export function parseContentBlockId(id: string): ContentBlockKey | undefined {
  const [first, second, name = '', ...more] = id.split('_');
  const language = LANGUAGES.find((known) => known === first);
  const kind = CONTENT_BLOCK_KINDS.find((known) => known === second);
  if (!language || !kind || more.length > 0) return undefined;
  if (kind === 'topic' ? !/^[a-z][a-z0-9-]{0,39}$/.test(name) : name !== '') return undefined;
  return { language, kind, name };
}

/** No field is required in another language than the base language: an empty field falls back to the base language. */
export function fieldsOfContentBlock(
  kind: ContentBlockKind,
  id: string | undefined,
): readonly ContentBlockField[] {
  const { fields } = PIECES[kind];
  const key = id === undefined ? undefined : parseContentBlockId(id);
  if (!key || key.language === BASE_LANGUAGE) return fields;
  return fields
    .filter(({ isShared }) => !isShared)
    .map(({ isRequired: _isRequired, ...field }) => field);
}

export function titleOfContentBlock(id: string, fields: Readonly<Record<string, unknown>>): string {
  const key = parseContentBlockId(id);
  if (!key) return id;
  const title = english(PIECES[key.kind].title);
  const named = typeof fields.name === 'string' ? `${title}: ${fields.name}` : title;
  return key.language === BASE_LANGUAGE ? named : `${named} (${key.language})`;
}

export const CONTENT_BLOCK_LABELS: Readonly<Record<string, Sentence>> = Object.fromEntries(
  Object.values(PIECES).flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
);
