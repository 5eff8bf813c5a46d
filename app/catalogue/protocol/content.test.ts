import '../../i18n/messages.server.ts';
import type { Language } from '../../platform/languages.ts';
import { speechIn } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';
import { useCatalogueDesk } from '../../../tests/support/catalogue-desk.ts';
import { refusalOf } from '../../../tests/support/team.ts';
import { digestsOf, readDrafts } from '../server/drafts/read-drafts.server.ts';
import type { Editor } from '../server/drafts/write-draft.server.ts';
import { moveEntry } from '../server/drafts/entry-positions.server.ts';
import { saveDraft, type SaveOutcome } from '../server/drafts/save-draft.server.ts';
import { publishDrafts } from '../server/publish/publish-drafts.server.ts';
import { readHistory } from '../server/publish/read-history.server.ts';
import { undoPublication } from '../server/publish/undo-publication.server.ts';
import { seedCatalogue } from '../server/seed-catalogue.server.ts';
import { Content } from './content.ts';
import { readFirstContent } from '../server/first-catalogue.server.ts';
import { beforeEach, describe, expect, test } from 'vitest';

const desk = useCatalogueDesk();
const { store } = desk;
let henrik: Editor;

beforeEach(async () => {
  henrik = await desk.editor('henrik');
});

const words = () => desk.live.current.words;
const names = () =>
  words()
    .topics('en')
    .map(({ name }) => name);

function createDraft(
  id: string | undefined,
  typed: Record<string, string>,
  { editor = desk.ines, shown = {} }: { editor?: Editor; shown?: Record<string, string> } = {},
): Promise<SaveOutcome> {
  return saveDraft(desk.appContext, editor, {
    kind: 'text',
    id,
    typed,
    isWhole: id === undefined,
    shown,
  });
}

async function publish(): Promise<number> {
  return (
    await publishDrafts(desk.appContext, desk.ines, {
      drafts: await readDrafts(store.db),
      note: '',
    })
  ).revision;
}

test('an installation begins with what the rules quote', () => {
  expect(words().home('en')).toMatchObject({
    headline: 'Your Digital Journey Begins with Us.',
    button: 'VIEW OUR SERVICES',
    servicesHeadline: 'Solutions That Fit Every Stage of Your Journey',
    contactButton: 'Contact Us Now !',
  });
  expect(words().topics('en')).toMatchObject([
    { id: 'support', name: 'Product/Service Support' },
    { id: 'sales', name: 'Sales Inquiry' },
    { id: 'orders', name: 'Order Fulfillment' },
    { id: 'general', name: 'General Questions' },
  ]);
  expect(words().chat('en')).toMatchObject({
    afterTopic: 'Thank you for your inquiry! Connecting you with a specialist...',
    afterEmail: 'Thank you! Connecting you with a specialist...',
  });
});

test('what is in the database already is never written over by a start', async () => {
  await createDraft('en_home', { headline: 'Set sail' });
  await createDraft('en_topic_orders', { isHidden: 'yes' });
  await publish();
  await store.pool.query(
    "delete from catalogue_texts where id in ('en_about', 'en_topic_support')",
  );
  await seedCatalogue(store.db);
  const { rows } = await store.pool.query('select id, fields from catalogue_texts');
  const now = new Content(rows.map(({ id, fields }) => ({ ...fields, id })));
  expect(now.home('en').headline).toBe('Set sail');
  expect(now.about('en').eyebrow).toBe('About Us');
  expect(now.topics('en').map(({ id }) => id)).toEqual(['sales', 'general']);
});

test('a headline is a draft, is published together with a price, and both are taken back together', async () => {
  const book = desk.live.current.findService('graphics', 'book-design')?.id ?? '';
  await createDraft('en_home', { headline: 'Set sail with us.' });
  await saveDraft(desk.appContext, desk.ines, {
    kind: 'service',
    id: book,
    typed: { price: '1999' },
    isWhole: false,
    shown: {},
  });
  expect(words().home('en').headline).toBe('Your Digital Journey Begins with Us.');
  const revision = await publish();
  expect(words().home('en').headline).toBe('Set sail with us.');
  const [newest] = (await readHistory(store.db, 1)).publications;
  expect(newest?.changes.map(({ title }) => title)).toEqual(['Book Design', 'Home page']);
  const german = await speaking(speechIn('de'), () => readHistory(store.db, 1));
  expect(german.publications[0]?.changes.map(({ title }) => title)).toEqual([
    'Book Design',
    'Startseite',
  ]);
  await undoPublication(desk.appContext, desk.ines, revision);
  expect(words().home('en').headline).toBe('Your Digital Journey Begins with Us.');
  expect(desk.live.current.findServiceById(book)?.service.price.amount).toBe(175_000);
});

test('of two who change one text the second is told, and may insist', async () => {
  const before = digestsOf({ ...words().chat('en') });
  await createDraft('en_chat', { greeting: 'Ahoy!' }, { shown: before });
  const second = await createDraft(
    'en_chat',
    { greeting: 'Hi!' },
    { editor: henrik, shown: before },
  );
  expect(second).toMatchObject({ kind: 'overtaken', faults: { greeting: /Ines Duarte/ } });
  const now = second.kind === 'overtaken' ? second.now : {};
  await createDraft(
    'en_chat',
    { greeting: 'Hi!' },
    { editor: henrik, shown: { ...before, ...now } },
  );
  await publish();
  expect(words().chat('en').greeting).toBe('Hi!');
});

describe('a topic', () => {
  test('is added, moved and renamed, and stays what it is', async () => {
    const added = await createDraft(undefined, {
      name: 'Warranty claims',
      icon: 'tag-fill',
      minutes: '10',
    });
    expect(added).toMatchObject({ kind: 'saved', id: 'en_topic_warranty-claims' });
    await moveEntry(desk.appContext, desk.ines, {
      kind: 'text',
      id: 'en_topic_warranty-claims',
      to: 'up',
    });
    await createDraft('en_topic_sales', { name: 'Buying' });
    await publish();
    expect(names()).toEqual([
      'Product/Service Support',
      'Buying',
      'Order Fulfillment',
      'Warranty claims',
      'General Questions',
    ]);
    expect(words().findTopic('en', 'sales')?.name).toBe('Buying');
    expect(words().findTopic('en', 'warranty-claims')?.minutes).toBe(10);
  });

  test('that is not offered any more is still known', async () => {
    await createDraft('en_topic_orders', { isHidden: 'yes' });
    await publish();
    expect(names()).not.toContain('Order Fulfillment');
    expect(words().findTopic('en', 'orders')).toMatchObject({ isHidden: true });
  });

  test('has to stay: the last one cannot be taken away, also by taking a publication back', async () => {
    for (const id of ['support', 'sales', 'orders']) {
      // oxlint-disable-next-line no-await-in-loop -- one draft after the other
      await createDraft(`en_topic_${id}`, { isHidden: 'yes' });
    }
    await publish();
    await createDraft(undefined, { name: 'Press', icon: 'tag-fill' });
    const added = await publish();
    await createDraft('en_topic_general', { isHidden: 'yes' });
    await publish();
    expect(await refusalOf(undoPublication(desk.appContext, desk.ines, added))).toMatchObject({
      status: 409,
    });
    await createDraft('en_topic_press', { isHidden: 'yes' });
    await expect(publish()).rejects.toThrow('at least one topic must remain');
    expect(names()).toEqual(['Press']);
  });

  test('never has the name of another', async () => {
    expect(await createDraft('en_topic_sales', { name: 'General questions' })).toMatchObject({
      kind: 'refused',
      faults: { name: 'Another topic already has this name. Choose a different one.' },
    });
    expect(await createDraft(undefined, { name: 'Sales', icon: 'tag-fill' })).toMatchObject({
      kind: 'refused',
      faults: { name: /A topic with this name exists or once existed/ },
    });
  });
});

test.each([
  ['en_home', { headline: ' ' }, 'headline', 'Fill in this field: Headline.'],
  ['en_home', { headline: 'x'.repeat(81) }, 'headline', 'at most 80 characters'],
  ['en_home', { lead: 'Only {prices}' }, 'lead', '{services}, {categories}'],
  ['en_chat', { greeting: 'Hi {agent}' }, 'greeting', 'No placeholders are available here.'],
  ['en_terms', { body: '{foo}' }, 'body', "{foo} isn't a known placeholder."],
  ['en_terms', { body: '[x](javascript:alert(1))' }, 'body', 'javascript:alert(1)'],
  ['en_terms', { body: '[x](//elsewhere.example)' }, 'body', 'A link can lead to'],
  [
    'en_about',
    { text: '![boat](https://a.example/b.png)' },
    'text',
    "Texts can't contain pictures",
  ],
  ['en_terms', { body: '*a_ '.repeat(4000) }, 'body', 'more than 1000 of the characters * and _'],
  ['en_terms', { body: '>'.repeat(9000) }, 'body', 'too deep'],
  ['en_topic_sales', { minutes: '0' }, 'minutes', 'whole number'],
  ['en_topic_sales', { icon: 'skull' }, 'icon', 'Choose an icon'],
])('%s refuses %j at its field', async (id, typed, field, says) => {
  const outcome = await createDraft(id, typed);
  expect(outcome.kind).toBe('refused');
  expect(outcome.kind === 'refused' && outcome.faults[field]).toContain(says);
  expect(await readDrafts(store.db)).toEqual([]);
});

test('an installation begins with Spanish words of its own', () => {
  expect(words().home('es').button).toBe('VER NUESTROS SERVICIOS');
  expect(words().topics('es')).toMatchObject([
    { id: 'support', name: 'Soporte de productos y servicios', icon: 'package-fill' },
    { id: 'sales', name: 'Consulta de ventas' },
    { id: 'orders', name: 'Gestión de pedidos' },
    { id: 'general', name: 'Preguntas generales' },
  ]);
  for (const kind of ['privacy', 'terms', 'refunds'] as const) {
    const headings = (language: 'en' | 'es') =>
      words()
        .legal(language, kind)
        .body.match(/(?<=^## .*)\{#.*\}$/gm);
    expect(headings('es')).toEqual(headings('en'));
  }
});

test('another language stands over the first, field by field, until it is taken back', async () => {
  await store.pool.query("delete from catalogue_texts where id = 'es_home'");
  expect(
    await createDraft(undefined, { id: 'es_home', headline: 'Su viaje digital' }),
  ).toMatchObject({
    kind: 'saved',
    id: 'es_home',
  });
  const revision = await publish();
  expect(words().home('es')).toMatchObject({
    headline: 'Su viaje digital',
    button: 'VIEW OUR SERVICES',
    fallbacks: expect.objectContaining({ button: 'en', lead: 'en' }),
  });
  expect(words().home('es').fallbacks).not.toHaveProperty('headline');
  expect(words().home('en').headline).toBe('Your Digital Journey Begins with Us.');
  await undoPublication(desk.appContext, desk.ines, revision);
  expect(words().home('es')).toEqual({
    ...words().home('en'),
    fallbacks: expect.objectContaining({ headline: 'en', button: 'en' }),
  });
  expect(words().home('en').fallbacks).toBeUndefined();
});

test('what has no translation is in the main language, or else in the source language', () => {
  const content = new Content(
    [
      { id: 'en_home', headline: 'Welcome', lead: 'We sail.', button: 'GO' },
      { id: 'de_home', headline: 'Willkommen', lead: 'Wir segeln.' },
      { id: 'es_home', headline: 'Bienvenido' },
    ],
    ['de', 'es'],
  );
  expect(content.home('es')).toMatchObject({
    headline: 'Bienvenido',
    lead: 'Wir segeln.',
    button: 'GO',
    fallbacks: { lead: 'de', button: 'en' },
  });
  expect(content.home('de')).toMatchObject({ headline: 'Willkommen', fallbacks: { button: 'en' } });
});

test('an imprint exists as soon as one language has it, and every reader gets it', () => {
  const of = (offered: readonly Language[], ...texts: [Language, string][]) =>
    new Content(
      texts.map(([language, body]) => ({ id: `${language}_imprint`, body })),
      offered,
    );
  expect(words().imprint('en')).toBeUndefined();
  const german = of(['de', 'en'], ['de', 'Studio Nordlicht'], ['en', '']);
  expect(german.imprint('de')).toEqual({ body: 'Studio Nordlicht' });
  expect(german.imprint('en')).toEqual({ body: 'Studio Nordlicht', fallbacks: { body: 'de' } });
  expect(of(['es'], ['en', 'Marea']).imprint('es')).toEqual({ body: 'Marea' });
});

test('every piece reads again what it is written as', async () => {
  const { readContentBlockTexts, writeContentBlockTexts } =
    await import('../server/content/content-block-texts.server.ts');
  for (const { place: _place, ...catalogueEntry } of readFirstContent()) {
    expect(readContentBlockTexts(writeContentBlockTexts(catalogueEntry))).toEqual({
      fields: catalogueEntry,
      faults: {},
    });
  }
});
