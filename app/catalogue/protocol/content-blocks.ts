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
  readonly label: string;
  readonly kind: 'line' | 'lines' | 'markdown' | 'number' | 'flag' | 'icon' | 'colour' | 'logo';
  readonly most: number;
  readonly isRequired?: true;
  readonly hint?: string;
  /** Only these placeholders in braces are allowed in this field. */
  readonly holders?: readonly string[];
  /** The value is the same in every language and stored with the base language. */
  readonly isShared?: true;
}

export interface ContentBlock {
  readonly title: string;
  readonly about: string;
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

const line = (name: string, label: string, most: number, more: Partial<ContentBlockField> = {}) =>
  ({
    name,
    label,
    kind: 'line',
    most,
    isRequired: true,
    ...more,
  }) as const satisfies ContentBlockField;

const lines = (name: string, label: string, most: number, more: Partial<ContentBlockField> = {}) =>
  ({
    name,
    label,
    kind: 'lines',
    most,
    isRequired: true,
    ...more,
  }) as const satisfies ContentBlockField;

const MARKDOWN_HINT =
  'Markdown: a blank line begins a paragraph, “## ” a heading, “- ” a list, **bold**, [words](https://…). HTML is shown as it is typed.';

const legal = (title: string, path: string): ContentBlock => ({
  title,
  about: `The page ${path}.`,
  fields: [
    line('heading', 'Heading', 80),
    line('summary', 'Summary', 200, {
      hint: 'For search engines and link previews.',
      holders: LEGAL_HOLDERS,
    }),
    line('effectiveDate', 'Effective date', 40),
    lines('introduction', 'Introduction', 1000, { holders: LEGAL_HOLDERS }),
    {
      ...lines('body', 'Text', 20_000, { holders: [...LEGAL_HOLDERS, CONTACT_HOLDER] }),
      kind: 'markdown',
      hint: `${MARKDOWN_HINT} Each “## ” begins a part of the page; {#name} behind it is its address.`,
    },
  ],
});

const CARDS = [
  ['digital', 'Card 1'],
  ['video', 'Card 2'],
  ['programming', 'Card 3'],
  ['business', 'Card 4'],
  ['writing', 'Card 5'],
  ['conceptToVideo', 'Card 6'],
] as const;

export const PIECES: Readonly<Record<ContentBlockKind, ContentBlock>> = {
  home: {
    title: 'Home page',
    about: 'Headline, texts and buttons of the first page.',
    fields: [
      line('headline', 'Headline', 80),
      lines('lead', 'Lead', 300, {
        holders: COUNTS,
        hint: '{services} is how many services there are, {categories} how many categories.',
      }),
      line('button', 'Button to the services', 40),
      line('servicesEyebrow', 'Above the cards', 40),
      line('servicesHeadline', 'Headline of the cards', 100),
      lines('servicesLead', 'Text beside the cards', 300),
      line('popularHeadline', 'Headline of the popular services', 60),
      line('contactHeadline', 'Headline of the contact band', 80),
      lines('contactText', 'Text of the contact band', 300),
      line('contactButton', 'Button to the contact page', 40),
      line('summary', 'Summary', 200, { hint: 'For search engines and link previews.' }),
    ],
  },
  about: {
    title: 'About Us',
    about: 'Who you are, on the first page.',
    fields: [
      line('eyebrow', 'Above the headline', 40),
      line('headline', 'Headline', 100),
      { ...lines('text', 'Text', 3000), kind: 'markdown', hint: MARKDOWN_HINT },
    ],
  },
  cards: {
    title: 'The six cards',
    about: 'The ways into the catalogue on the first page.',
    fields: [
      ...CARDS.flatMap(([name, label]) => [
        line(`${name}Title`, `${label}: title`, 40),
        line(`${name}Tagline`, `${label}: tagline`, 60),
      ]),
      line('viewAll', 'Link of each card', 30),
    ],
  },
  chat: {
    title: 'Chat',
    about: 'What the chat says by itself, and the text of “Send Welcome”.',
    fields: [
      lines('greeting', 'Greeting', 400, { hint: 'Each line is a message of its own.' }),
      line('emailQuestion', 'Question for the email address', 200),
      line('afterTopic', 'Answer to a topic', 200),
      line('afterEmail', 'Answer to an email address', 200),
      lines('welcome', 'Text of “Send Welcome”', 600, {
        holders: ['agent', 'visitor'],
        hint: '{agent} is the name of whoever sends it, {visitor} the visitor’s, where it is known.',
      }),
    ],
  },
  topic: {
    title: 'Topic',
    about: 'What a visitor chooses when a chat begins.',
    fields: [
      line('name', 'Name', 60),
      { name: 'short', label: 'Short name', kind: 'line', most: 20, hint: 'For the team’s lists.' },
      {
        name: 'reply',
        label: 'Own answer',
        kind: 'line',
        most: 200,
        hint: 'What the chat says once it is chosen, in place of the answers that all topics have.',
      },
      { name: 'icon', label: 'Sign', kind: 'icon', most: 40, isShared: true },
      {
        name: 'minutes',
        label: 'Answer within, in minutes',
        kind: 'number',
        most: 10_080,
        isShared: true,
        hint: 'What waits longer turns red in the list. Empty: as the settings say.',
      },
      { name: 'isHidden', label: 'Not offered any more', kind: 'flag', most: 3, isShared: true },
    ],
  },
  privacy: legal('Privacy Policy', '/privacy-policy'),
  terms: legal('Terms of Service', '/terms'),
  refunds: legal('Refund Policy', '/refunds'),
  brand: {
    title: 'Brand',
    about: 'Your logo, and the colour of buttons and links, by day and by night.',
    fields: [
      {
        name: 'colour',
        label: 'Brand colour',
        kind: 'colour',
        most: 7,
        isShared: true,
        hint: 'As #rrggbb, such as #0a7a3d. In the dark theme it is made lighter until it can be read. Empty: the blue this shop began with.',
      },
      {
        name: 'logo',
        label: 'Logo',
        kind: 'logo',
        most: 60,
        isShared: true,
        hint: 'PNG, WebP, AVIF or JPEG, at most 5 MB; best see-through and at least 144 pixels high. It is shown on pages, in mails, in tabs and beside links. Without one there are the sails this shop began with.',
      },
      {
        name: 'logoDark',
        label: 'Light variant for dark grounds',
        kind: 'logo',
        most: 60,
        isShared: true,
        hint: 'For the dark theme and the foot of each page. Without one the first stands on white there.',
      },
      {
        name: 'isNamed',
        label: 'Write the name of the shop beside it',
        kind: 'flag',
        most: 3,
        isShared: true,
        hint: 'For a picture that does not say it. The name is changed in the settings.',
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
  const title = PIECES[key.kind].title;
  const named = typeof fields.name === 'string' ? `${title}: ${fields.name}` : title;
  return key.language === BASE_LANGUAGE ? named : `${named} (${key.language})`;
}

export const CONTENT_BLOCK_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(PIECES).flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
);
