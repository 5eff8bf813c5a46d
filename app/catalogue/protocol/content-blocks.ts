import { msg, type Sentence, t } from '../../i18n/translate.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';

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
  'imprint',
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
  'Markdown: a blank line starts a paragraph, “## ” a heading and “- ” a list; **bold**, [link text](https://…). HTML is shown as typed.',
);

const LEGAL_BODY: ContentBlockField = {
  name: 'body',
  label: msg('Text'),
  kind: 'markdown',
  most: 20_000,
  holders: [...LEGAL_HOLDERS, CONTACT_HOLDER],
  hint: msg(
    "Markdown: a blank line starts a paragraph, “## ” a heading and “- ” a list; **bold**, [link text](https://…). HTML is shown as typed. Each “## ” starts a part of the page; '{#name}' after it sets its anchor.",
  ),
};

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
    { ...LEGAL_BODY, isRequired: true },
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
    about: msg('Headline, texts and buttons of the home page.'),
    fields: [
      line('headline', msg('Headline'), 80),
      lines('lead', msg('Text below the headline'), 300, {
        holders: COUNTS,
        hint: msg(
          "'{services}' is the number of services, '{categories}' the number of categories.",
        ),
      }),
      line('button', msg('Button to the services'), 40),
      line('servicesEyebrow', msg('Line above the cards'), 40),
      line('servicesHeadline', msg('Headline above the cards'), 100),
      lines('servicesLead', msg('Text beside the cards'), 300),
      line('popularHeadline', msg('Headline of the popular services'), 60),
      line('contactHeadline', msg('Headline of the contact banner'), 80),
      lines('contactText', msg('Text of the contact banner'), 300),
      line('contactButton', msg('Button to the contact page'), 40),
      line('summary', msg('Summary'), 200, { hint: msg('For search engines and link previews.') }),
    ],
  },
  about: {
    title: msg('About Us'),
    about: msg('Who you are, shown on the home page.'),
    fields: [
      line('eyebrow', msg('Line above the headline'), 40),
      line('headline', msg('Headline'), 100),
      { ...lines('text', msg('Text'), 3000), kind: 'markdown', hint: MARKDOWN_HINT },
    ],
  },
  cards: {
    title: msg('The six cards'),
    about: msg('The links into the catalogue on the home page.'),
    fields: [
      ...CARDS.flatMap(([name, title, tagline]) => [
        line(`${name}Title`, title, 40),
        line(`${name}Tagline`, tagline, 60),
      ]),
      line('viewAll', msg('Link text on each card'), 30),
    ],
  },
  chat: {
    title: msg('Chat'),
    about: msg("The chat's automatic messages and the text of “Send Welcome”."),
    fields: [
      lines('greeting', msg('Greeting'), 400, {
        hint: msg('Each line is sent as a separate message.'),
      }),
      line('emailQuestion', msg('Request for the email address'), 200),
      line('afterTopic', msg('Reply after a topic is chosen'), 200),
      line('afterEmail', msg('Reply after an email address is entered'), 200),
      lines('welcome', msg('Text of “Send Welcome”'), 600, {
        holders: ['agent', 'visitor'],
        hint: msg("'{agent}' is the sender’s name, '{visitor}' the visitor’s name, if known."),
      }),
    ],
  },
  topic: {
    title: msg('Topic'),
    about: msg('What visitors choose when they start a chat.'),
    fields: [
      line('name', msg('Name'), 60),
      {
        name: 'short',
        label: msg('Short name'),
        kind: 'line',
        most: 20,
        hint: msg('Shown in the team’s lists.'),
      },
      {
        name: 'reply',
        label: msg('Custom reply'),
        kind: 'line',
        most: 200,
        hint: msg(
          'What the chat says when a visitor chooses this topic, instead of the reply shared by all topics.',
        ),
      },
      { name: 'icon', label: msg('Icon'), kind: 'icon', most: 40, isShared: true },
      {
        name: 'minutes',
        label: msg('Answer target in minutes'),
        kind: 'number',
        most: 10_080,
        isShared: true,
        hint: msg(
          'Conversations that wait longer turn red in the list. If empty, the target in the settings applies.',
        ),
      },
      {
        name: 'isHidden',
        label: msg('No longer offered'),
        kind: 'flag',
        most: 3,
        isShared: true,
      },
    ],
  },
  privacy: legal(msg('Privacy Policy'), msg('The page /privacy-policy.')),
  terms: legal(msg('Terms of Service'), msg('The page /terms.')),
  refunds: legal(msg('Refund Policy'), msg('The page /refunds.')),
  imprint: {
    title: msg('Imprint'),
    about: msg('The page /imprint, which exists once it has a text.'),
    fields: [LEGAL_BODY],
  },
  brand: {
    title: msg('Brand'),
    about: msg('Your logo, and the colour of buttons and links in the light and dark theme.'),
    fields: [
      {
        name: 'colour',
        label: msg('Brand colour'),
        kind: 'colour',
        most: 7,
        isShared: true,
        hint: msg(
          'In the form #rrggbb, such as #0a7a3d. The dark theme lightens it until it is readable. If empty, the shop uses its original blue.',
        ),
      },
      {
        name: 'logo',
        label: msg('Logo'),
        kind: 'logo',
        most: 60,
        isShared: true,
        hint: msg(
          'PNG, WebP, AVIF or JPEG, at most 5 MB, ideally transparent and at least 144 pixels high. Shown on pages, in emails, in browser tabs and with shared links. Without a logo, the shop shows its original sails.',
        ),
      },
      {
        name: 'logoDark',
        label: msg('Light version for dark backgrounds'),
        kind: 'logo',
        most: 60,
        isShared: true,
        hint: msg(
          'For the dark theme and the footer of each page. Without it, the logo is shown on white there.',
        ),
      },
      {
        name: 'isNamed',
        label: msg('Show the shop name next to it'),
        kind: 'flag',
        most: 3,
        isShared: true,
        hint: msg(
          "For a logo that doesn't contain the name. You can change the name in the settings.",
        ),
      },
    ],
  },
};

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
  if (!key || key.language === SOURCE_LANGUAGE) return fields;
  return fields
    .filter(({ isShared }) => !isShared)
    .map(({ isRequired: _isRequired, ...field }) => field);
}

/** Examples are 'Home page' and 'Topic: Sales (Spanish)'. */
export function titleOfContentBlock(id: string, fields: Readonly<Record<string, unknown>>): string {
  const key = parseContentBlockId(id);
  if (!key) return id;
  const kind = t(PIECES[key.kind].title);
  const title =
    typeof fields.name === 'string' ? t('{kind}: {name}', { kind, name: fields.name }) : kind;
  return key.language === SOURCE_LANGUAGE
    ? title
    : t('{title} ({language})', { title, language: nameOfLanguage(key.language) });
}

/** Translates a title that is stored in English. The title of a service, group or section is the operator's own. */
export function translateTitle(kind: string, id: string, stored: string): string {
  const key = kind === 'text' ? parseContentBlockId(id) : undefined;
  if (!key) return stored;
  const from = stored.indexOf(': ');
  if (from < 0) return titleOfContentBlock(id, {});
  const to = key.language === SOURCE_LANGUAGE ? stored.length : stored.lastIndexOf(' (');
  return titleOfContentBlock(id, { name: stored.slice(from + 2, to) });
}

export const CONTENT_BLOCK_LABELS: Readonly<Record<string, Sentence>> = Object.fromEntries(
  Object.values(PIECES).flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
);
