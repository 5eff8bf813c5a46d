import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { MODERATION_REASON_IDS } from '../../app/reviews/moderation-reasons.ts';
import { LOOKS } from '../../app/shop/pictures/looks.ts';
import { TRANSLATED_LANGUAGES } from '../../app/platform/languages.ts';
import { QUESTION_TYPES } from '../../app/orders/intake/intake-form.ts';
import { PRICE_UNITS } from '../../app/shop/price.ts';
import { TOPIC_ICONS } from '../../app/catalogue/protocol/content-blocks.ts';
import { CATALOGUE } from '../support/catalogue.ts';
import { FIRST_WORDS } from '../support/topics.ts';

// The files of content/ are imported as they are: what TypeScript cannot know of them is held here.

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const id = v.pipe(v.string(), v.regex(/^[a-z]+(-[a-z]+)*$/));
const named = { title: text, id };

const section = v.strictObject({
  ...named,
  id: v.picklist(LOOKS),
  tagline: text,
  areas: v.pipe(v.array(v.strictObject(named)), v.nonEmpty()),
});

const service = v.strictObject({
  title: text,
  area: v.picklist(CATALOGUE.sections.flatMap(({ areas }) => areas.map(({ id }) => id))),
  price: v.strictObject({
    amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
    currency: v.literal('USD'),
    unit: v.picklist(PRICE_UNITS),
    note: v.optional(text),
    cents: v.optional(v.literal(true)),
  }),
  summary: v.pipe(text, v.maxLength(90)),
  description: text,
});

const legal = v.strictObject({
  heading: text,
  summary: text,
  effectiveDate: text,
  introduction: text,
  body: v.pipe(v.array(v.string()), v.nonEmpty()),
});

const words = v.record(v.string(), text);

const chat = v.strictObject({
  words,
  topics: v.pipe(
    v.array(v.strictObject({ id, name: text, short: text, icon: v.picklist(TOPIC_ICONS) })),
    v.length(4),
  ),
});

const translatedChat = v.strictObject({
  words,
  topics: v.pipe(v.array(v.strictObject({ id, name: text, short: text })), v.length(4)),
});

const colleague = v.picklist(['maya', 'leo', 'sana']);

const conversation = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  topic: v.picklist(FIRST_WORDS.topics.map(({ name }) => name)),
  service: v.optional(v.strictObject({ section: text, slug: text, title: text })),
  agent: colleague,
  isCompleted: v.optional(v.boolean()),
  messages: v.array(
    v.strictObject({
      from: v.picklist(['visitor', ...colleague.options]),
      text,
      minutesAgo: count,
    }),
  ),
  notes: v.optional(
    v.array(
      v.strictObject({ from: v.picklist([...colleague.options, 'ines']), text, minutesAgo: count }),
    ),
  ),
});

const review = v.strictObject({
  name: text,
  email: v.pipe(v.string(), v.email()),
  rating: v.nullable(v.picklist([1, 2, 3, 4, 5])),
  text: v.nullable(text),
  daysAgo: count,
});

const reviewed = v.pipe(
  v.strictObject({ section: text, slug: text, reviews: v.array(review) }),
  v.check(
    ({ section, slug }) => CATALOGUE.findService(section, slug) !== undefined,
    'No such service',
  ),
);

const address = v.pipe(
  v.string(),
  v.check((given) =>
    CATALOGUE.services.some(({ section, slug }) => given === `${section}/${slug}`),
  ),
);

const moderation = v.strictObject({
  replies: v.array(v.strictObject({ slug: text, name: text, text, daysAgo: count })),
  spam: v.strictObject({
    section: text,
    serviceSlug: text,
    name: text,
    email: v.pipe(v.string(), v.email()),
    rating: v.picklist([1, 2, 3, 4, 5]),
    text,
  }),
  reported: v.strictObject({ slug: text, reason: v.picklist(MODERATION_REASON_IDS), text }),
});

const pastConversations = v.strictObject({
  firstNames: v.pipe(v.array(text), v.nonEmpty()),
  companies: v.pipe(v.array(text), v.nonEmpty()),
  comments: v.record(v.picklist(['2', '3', '4', '5']), text),
  talks: v.pipe(
    v.array(
      v.strictObject({
        ...v.pick(conversation, ['topic', 'service']).entries,
        question: text,
        answer: text,
      }),
    ),
    v.nonEmpty(),
  ),
});

const lineOfOffer = v.pipe(
  v.strictObject({ title: text, path: v.nullable(text), quantity: count, price: text }),
  v.check(({ path }) => {
    const [, , section = '', slug = ''] = path?.split('/') ?? [];
    return path === null || CATALOGUE.findService(section, slug)?.path === path;
  }, 'No such service'),
);

const demoOrder = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  daysAgo: count,
  asks: text,
  offer: v.strictObject({
    lines: v.array(lineOfOffer),
    plan: v.optional(
      v.strictObject({
        isAllAtOnce: v.boolean(),
        milestones: v.array(v.strictObject({ title: text, amount: text, days: count })),
      }),
    ),
    deliveryDays: count,
    revisions: v.number(),
    questions: v.string(),
  }),
  answers: v.array(text),
  delivery: v.string(),
  steps: v.array(
    v.picklist([
      'accept',
      'invoice',
      'bill',
      'pay',
      'cancel',
      'brief',
      'tick',
      'tick all',
      'deliver',
      'revise',
      'complete',
      'ask refund',
      'refund',
    ]),
  ),
});

const searchedFor = v.array(v.pipe(text, v.toLowerCase()));
const searchWords = v.strictObject({
  fillers: searchedFor,
  services: v.array(v.strictObject({ words: searchedFor, means: searchedFor })),
  pages: v.array(v.strictObject({ path: text, title: text, words: searchedFor })),
});

const nothingOr = (schema: typeof text) => v.union([v.literal(''), schema]);
const whole = v.pipe(v.number(), v.integer());

const chosen = v.strictObject({
  options: v.optional(v.array(id)),
  intake: v.optional(v.array(id)),
  checklist: v.optional(v.array(id)),
  quantity: v.optional(v.strictObject({ minimum: count, step: count, maximum: v.nullable(count) })),
  requests: v.optional(v.strictObject({ perPeriod: count, concurrent: count, label: v.string() })),
});

const ordering = v.strictObject({
  options: v.record(
    id,
    v.strictObject({
      title: text,
      description: nothingOr(text),
      price: v.variant('kind', [
        v.strictObject({ kind: v.literal('amount'), amount: count }),
        v.strictObject({ kind: v.literal('percentage'), percentage: count }),
      ]),
      days: whole,
      maximum: count,
    }),
  ),
  questions: v.record(
    id,
    v.strictObject({
      type: v.picklist(QUESTION_TYPES),
      label: text,
      help: nothingOr(text),
      isRequired: v.boolean(),
      choices: v.array(v.strictObject({ id, label: text })),
    }),
  ),
  steps: v.record(id, v.strictObject({ title: text, days: count, isShown: v.boolean() })),
  sections: v.record(v.picklist(LOOKS), chosen),
  services: v.record(address, chosen),
});

const translatedOrdering = v.strictObject({
  options: v.record(id, v.strictObject({ title: text, description: v.optional(text) })),
  questions: v.record(
    id,
    v.strictObject({ label: text, help: v.optional(text), choices: v.optional(words) }),
  ),
  steps: words,
});

const FILES = [
  ['sections', v.pipe(v.array(section), v.length(7))],
  ...LOOKS.map((id) => [`services/${id}`, v.array(service)] as const),
  ['popular-services', v.pipe(v.array(address), v.length(9))],
  ['search-words', searchWords],
  ['former-addresses', v.array(v.strictObject({ section: id, slug: text, now: address }))],
  ['ordering', ordering],
  ['pages', v.strictObject({ home: words, about: words, cards: words })],
  ['chat', chat],
  ['legal/privacy-policy', legal],
  ['legal/refund-policy', legal],
  ['legal/terms-of-service', legal],
  ...TRANSLATED_LANGUAGES.flatMap(
    (language) =>
      [
        [`${language}/pages`, v.strictObject({ home: words, about: words, cards: words })],
        [`${language}/chat`, translatedChat],
        [`${language}/legal/privacy-policy`, legal],
        [`${language}/legal/refund-policy`, legal],
        [`${language}/legal/terms-of-service`, legal],
        [`${language}/search-words`, searchWords],
        [`services/${language}`, v.record(v.string(), words)],
        [`${language}/ordering`, translatedOrdering],
      ] as const,
  ),
  ['demo/reviews', v.array(reviewed)],
  ['demo/conversations', v.array(conversation)],
  ['demo/moderation', moderation],
  ['demo/past-conversations', pastConversations],
  ['demo/orders', v.array(demoOrder)],
  [
    'demo/canned-replies',
    v.array(v.strictObject({ shortcut: text, text, owner: v.optional(v.literal('maya')) })),
  ],
  ['common-passwords', v.pipe(v.array(v.pipe(v.string(), v.minLength(6))), v.length(3000))],
] as const;

describe('the content', () => {
  test.each(FILES)('of %s.json is what the code takes it for', (name, schema) => {
    const file = new URL(`../../content/${name}.json`, import.meta.url);
    const { success, issues = [] } = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')));
    expect(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toEqual([]);
    expect(success).toBe(true);
  });
});

describe.each(TRANSLATED_LANGUAGES)('the content in %s', (language) => {
  const read = (name: string) =>
    JSON.parse(
      readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'),
    ) as Readonly<Record<string, unknown>>;
  const placeholdersIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/\{#?[\w-]+\}/g)].map(String).toSorted();

  test.each([
    'pages',
    'chat',
    'legal/privacy-policy',
    'legal/refund-policy',
    'legal/terms-of-service',
  ])('has the fields, placeholders and anchors of %s.json', (name) => {
    const [source, translated] = [read(name), read(`${language}/${name}`)];
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(source).toSorted());
    expect(placeholdersIn(translated)).toEqual(placeholdersIn(source));
  });

  test('translates the title and summary of every service', () => {
    const entries = read(`services/${language}`) as Record<string, Record<string, string>>;
    for (const { section, slug, price } of CATALOGUE.services) {
      const texts = price.note === undefined ? ['title', 'summary'] : ['title', 'summary', 'note'];
      expect(entries[`${section}/${slug}`], slug).toEqual(
        expect.objectContaining(
          Object.fromEntries(texts.map((name) => [name, expect.any(String)])),
        ),
      );
    }
    for (const { id } of CATALOGUE.sections) expect(entries).toHaveProperty([`section ${id}`]);
  });

  test('translates every option and question of every service', () => {
    const untranslated = CATALOGUE.in(language).services.flatMap(({ slug, fallbacks = {} }) =>
      Object.keys(fallbacks)
        .filter((name) => /^(?:option|intake)\./.test(name))
        .map((name) => `${slug} ${name}`),
    );
    expect(untranslated).toEqual([]);
  });
});
