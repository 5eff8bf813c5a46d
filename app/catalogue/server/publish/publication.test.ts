import { beforeEach, describe, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { Catalogue } from '../../../shop/catalogue.ts';
import { discardDraft, type Editor } from '../drafts/write-draft.server.ts';
import { digestsOf, readDrafts, readWorking } from '../drafts/read-drafts.server.ts';
import { moveEntry } from '../drafts/entry-positions.server.ts';
import { saveDraft, type SaveOutcome } from '../drafts/save-draft.server.ts';
import { saveTranslation } from '../drafts/save-translation.server.ts';
import { readPending } from '../../protocol/describe-change.ts';
import { nameText, translationOf } from '../../protocol/translations.ts';
import { keyOf, type EntryKind } from '../../protocol/entry.ts';
import { readFirstCatalogue } from '../first-catalogue.server.ts';
import { LiveCatalogue, type PublicationContext } from '../../../shop/live-catalogue.server.ts';
import { readCatalogueContent } from '../../../shop/read-catalogue.server.ts';
import { seedCatalogue } from '../seed-catalogue.server.ts';
import { services } from '../tables.server.ts';
import { publishDrafts } from './publish-drafts.server.ts';
import { readHistory } from './read-history.server.ts';
import { undoPublication } from './undo-publication.server.ts';

const store = useDatabase();
let live: LiveCatalogue;
let appContext: PublicationContext;
let ines: Editor;
let maya: Editor;

const editorOf = (member: Member): Editor => ({
  id: member.id,
  name: member.fullName,
  trace: tracedBy(member),
});

beforeEach(async () => {
  live = new LiveCatalogue();
  await seedCatalogue(store.db);
  await live.reload(store.db);
  const clock = new TestClock();
  appContext = {
    ...createChatContext(store.db, clock),
    get catalogue() {
      return live.current;
    },
    takePublication: async () => void (await live.reload(store.db)),
  };
  ines = editorOf(await hire(store.db, 'ines'));
  maya = editorOf(await hire(store.db, 'maya'));
});

const at = (section: string, slug: string) => live.current.findService(section, slug);
const idAt = (section: string, slug: string) =>
  live.current.findServiceEverAt(section, slug)?.service.id ?? '';
const BOOKS = ['graphics', 'book-design'] as const;

interface DraftedBy {
  readonly editor: Editor;
  readonly kind: EntryKind;
  readonly shown: Readonly<Record<string, string>>;
}

/** The fields are saved as the form would send them. */
async function createDraft(
  id: string,
  typed: object,
  { editor = ines, kind = 'service', shown = {} }: Partial<DraftedBy> = {},
): Promise<SaveOutcome> {
  return saveDraft(appContext, editor, { kind, id, typed: { ...typed }, isWhole: false, shown });
}

const content = (id: string) =>
  live.current.content.services.find((catalogueEntry) => catalogueEntry.id === id);

async function publishAll(note = ''): Promise<number> {
  const drafts = await readDrafts(store.db);
  return (await publishDrafts(appContext, ines, { drafts, note })).revision;
}

async function change(id: string, typed: Record<string, string>): Promise<number> {
  await createDraft(id, typed);
  return publishAll();
}

describe('an installation', () => {
  test('begins with the first catalogue, to the letter', async () => {
    const content = await readCatalogueContent(store.db);
    const first = new Catalogue({ revision: 1, ...readFirstCatalogue() });
    expect(content.revision).toBe(1);
    expect(live.current.services).toEqual(first.services);
    expect(live.current.sections).toEqual(first.sections);
    expect(live.current.popular).toEqual(first.popular);
    expect(live.current.searchIndex).toEqual(first.searchIndex);
  });

  test('is given it once, however many processes start at the same time and however often', async () => {
    await store.pool.query(
      'delete from services; delete from service_addresses; delete from catalogue_groups; delete from catalogue_sections; delete from catalogue_publications',
    );
    await Promise.all([1, 2, 3].map(() => seedCatalogue(store.db)));
    await seedCatalogue(store.db);
    expect((await readCatalogueContent(store.db)).services).toHaveLength(125);
  });
});

describe('a draft', () => {
  test('is seen by nobody before it is published, and by everybody at once then', async () => {
    const before = live.current;
    await createDraft(idAt(...BOOKS), { price: '1,999.50', title: 'Book Design & Typesetting' });
    await live.reload(store.db);
    expect(live.current).toBe(before);

    const revision = await publishAll('New prices');
    expect(revision).toBe(2);
    expect(at(...BOOKS)).toMatchObject({
      title: 'Book Design & Typesetting',
      price: { amount: 199_950, currency: 'USD' },
    });
    // The previous instance is unchanged, because request handlers may still use it.
    expect(before.findService(...BOOKS)).toMatchObject({ title: 'Book Design' });
    expect(await readDrafts(store.db)).toEqual([]);
    expect(await auditOf(store.db, 'catalogue-published')).toMatchObject([
      { actorId: 'ines', subject: 'Publication 2', detail: 'Book Design & Typesetting' },
    ]);
  });

  test('that says what is published already is none', async () => {
    await createDraft(idAt(...BOOKS), { price: '2000' });
    expect(await createDraft(idAt(...BOOKS), { price: '1750' })).toMatchObject({
      kind: 'saved',
      isDraft: false,
    });
    expect(await readDrafts(store.db)).toEqual([]);
  });

  test.each([
    [{ price: '0' }, 'price', 'more than 0'],
    [{ price: '1000000000000' }, 'price', 'at most $999,999,999.99'],
    [{ price: '-5' }, 'price', 'as a number'],
    [{ price: '1e3' }, 'price', 'as a number'],
    [{ price: '1.005' }, 'price', '2 decimal places'],
    [{ price: '10.5', currency: 'JPY' }, 'price', 'no decimal places'],
    [{ currency: 'XYZ' }, 'currency', 'three-letter currency code'],
    [{ title: '' }, 'title', 'a title'],
    [{ title: 'x'.repeat(81) }, 'title', 'at most 80'],
    [{ summary: 'x'.repeat(91) }, 'summary', 'at most 90'],
    [{ description: 'x'.repeat(4001) }, 'description', 'at most 4000'],
    [{ slug: 'book/design' }, 'slug', 'letters from a to z'],
    [{ slug: '…' }, 'slug', 'letters from a to z'],
    [{ slug: 'image-editing' }, 'slug', 'Another service'],
    [{ group: 'graphics/websites' }, 'group', 'no longer exists'],
    [{ group: '' }, 'group', 'Choose a group'],
    [{ deliveryDays: '0' }, 'deliveryDays', 'whole number from 1'],
    [{ revisions: 'many' }, 'revisions', 'whole number from 0'],
    [{ 'basic.price': '0', 'basic.contents': 'All' }, 'basic.price', 'more than 0'],
    [{ 'basic.price': '10' }, 'basic.contents', 'what the package includes'],
    [{ 'question.0': 'When?' }, 'answer.0', 'an answer'],
  ])('of %j is refused at its field and changes nothing', async (typed, field, text) => {
    const outcome = await createDraft(idAt(...BOOKS), typed);
    expect(outcome).toMatchObject({ kind: 'refused' });
    const { faults } = outcome as { faults: Record<string, string> };
    expect(faults[field]).toContain(text);
    expect(await readDrafts(store.db)).toEqual([]);
  });

  test.each(['books', '00000000-0000-4000-8000-000000000000', 'upper case'])(
    'of a service that is not there, %s, is refused',
    async (name) => {
      const id = name === 'upper case' ? idAt(...BOOKS).toUpperCase() : name;
      expect(await refusalOf(createDraft(id, { price: '5' }))).toMatchObject({ status: 404 });
      const move = moveEntry(appContext, ines, { kind: 'service', id, to: 'up' });
      expect(await refusalOf(move)).toMatchObject({ status: 404 });
      expect(await readDrafts(store.db)).toEqual([]);
    },
  );

  test('is discarded by whoever has seen it, and by nobody who has not', async () => {
    const id = idAt(...BOOKS);
    await createDraft(id, { price: '2000' });
    await createDraft(id, { note: 'per volume' }, { editor: maya });
    const stale = { kind: 'service', id, version: 1 } as const;
    expect((await refusalOf(discardDraft(appContext, ines, stale))).status).toBe(409);
    await discardDraft(appContext, ines, { ...stale, version: 2 });
    expect(await readDrafts(store.db)).toEqual([]);
  });
});

describe('two editors of one service', () => {
  /** Both people opened the form with these digests. */
  const shownNow = () => {
    const { price, title } = at(...BOOKS)!;
    return digestsOf({ title, amount: price.amount, note: price.note ?? '' });
  };

  test('keep what each of them changed, and the second is told of the first', async () => {
    const id = idAt(...BOOKS);
    const shown = shownNow();
    await createDraft(id, { price: '2000' }, { editor: maya, shown });
    const outcome = await createDraft(id, { title: 'Books' }, { shown });
    expect(outcome).toMatchObject({ kind: 'saved', kept: ['Price'], by: maya.name });
    await publishAll();
    expect(at(...BOOKS)).toMatchObject({ title: 'Books', price: { amount: 200_000 } });
  });

  test('of the same field the second is told what it is now, and may insist', async () => {
    const id = idAt(...BOOKS);
    const shown = shownNow();
    await createDraft(id, { price: '2000' }, { editor: maya, shown });
    const refused = await createDraft(id, { price: '2500' }, { shown });
    expect(refused).toMatchObject({
      kind: 'overtaken',
      faults: { price: expect.stringContaining('$2,000') as string },
    });
    const { now } = refused as { now: Record<string, string> };
    await createDraft(id, { price: '2500' }, { shown: { ...shown, ...now } });
    await publishAll();
    expect(at(...BOOKS)?.price.amount).toBe(250_000);
  });

  test('who publishes publishes what they saw', async () => {
    const id = idAt(...BOOKS);
    await createDraft(id, { price: '2000' });
    const seen = await readDrafts(store.db);
    await createDraft(id, { price: '1' }, { editor: maya });
    const refusal = await refusalOf(publishDrafts(appContext, ines, { drafts: seen, note: '' }));
    expect(refusal.message).toContain(maya.name);
    expect(live.current.revision).toBe(1);
  });

  test('who publishes is told where another took back a publication of the same field meanwhile', async () => {
    const id = idAt(...BOOKS);
    await createDraft(id, { price: '2000' });
    const second = await publishAll();
    await createDraft(id, { price: '2500', summary: 'Set with care, down to the last page.' });
    const drafts = await readDrafts(store.db);
    const seen = { drafts, note: '', revision: live.current.revision };
    await undoPublication(appContext, maya, second);
    const refusal = await refusalOf(publishDrafts(appContext, ines, seen));
    expect(refusal).toMatchObject({ status: 409 });
    expect(refusal.message).toContain(`publication 3 (${maya.name}): Price. Nothing was published`);
    expect(await readDrafts(store.db)).toEqual(drafts);
    // A second attempt publishes.
    await publishDrafts(appContext, ines, { ...seen, revision: live.current.revision });
    expect(at(...BOOKS)?.price.amount).toBe(250_000);
  });

  test('a publication of another field meanwhile stands in nobody’s way', async () => {
    const id = idAt(...BOOKS);
    await createDraft(id, { price: '2000' });
    const second = await publishAll();
    await createDraft(id, { summary: 'Set with care, down to the last page.' });
    const seen = { drafts: await readDrafts(store.db), note: '', revision: live.current.revision };
    await undoPublication(appContext, maya, second);
    expect(await publishDrafts(appContext, ines, seen)).toMatchObject({ revision: 4 });
  });

  test('who publish at the same moment make two revisions, one after the other', async () => {
    await createDraft(idAt(...BOOKS), { price: '2000' });
    await createDraft(idAt('video', 'video-editing'), { price: '700' });
    const drafts = await readDrafts(store.db);
    const made = await Promise.all(
      drafts.map((one) => publishDrafts(appContext, ines, { drafts: [one], note: '' })),
    );
    expect(made.map(({ revision }) => revision).toSorted((one, other) => one - other)).toEqual([
      2, 3,
    ]);
    await live.reload(store.db);
    expect(live.current.revision).toBe(3);
    expect(at(...BOOKS)?.price.amount).toBe(200_000);
    expect(at('video', 'video-editing')?.price.amount).toBe(70_000);
  });
});

describe('a new service', () => {
  const NEW = {
    title: 'Café Menus & Signs',
    group: 'graphics/print-design',
    summary: 'Menus that guests can read.',
    description: 'A menu.',
    price: '120',
    currency: 'EUR',
    unit: 'each',
  };
  const add = (typed: Record<string, string> = NEW, kind: EntryKind = 'service') =>
    saveDraft(appContext, ines, { kind, id: undefined, typed, isWhole: true, shown: {} });

  test('is found under an address made from its title, with the drawing of its section', async () => {
    expect(await add()).toMatchObject({ kind: 'saved' });
    await publishAll();
    const service = at('graphics', 'cafe-menus-&-signs');
    expect(service).toMatchObject({
      title: 'Café Menus & Signs',
      price: { amount: 12_000, currency: 'EUR', unit: 'each' },
      art: null,
      look: 'graphics',
    });
    expect(live.current.services).toHaveLength(126);
    expect(live.current.searchIndex.find(({ title }) => title === NEW.title)).toMatchObject({
      picture: '/art/graphics-drawing.svg',
    });
  });

  test('cannot take an address that another has, had, or is about to get', async () => {
    await change(idAt(...BOOKS), { slug: 'books' });
    await createDraft(idAt('graphics', 'web-banners'), { slug: 'banners' });
    for (const slug of ['book-design', 'books', 'image-editing', 'banners']) {
      expect(await add({ ...NEW, slug })).toMatchObject({
        kind: 'refused',
        faults: { slug: expect.stringContaining('Another service') as string },
      });
    }
  });

  test('in a new group of a new section is published with them, and not without', async () => {
    await add({ title: 'Photography', tagline: 'Light.', look: 'music' }, 'section');
    await add({ title: 'Portraits', section: 'photography' }, 'group');
    await add({ ...NEW, group: 'photography/portraits' });
    const drafts = await readDrafts(store.db);
    const alone = drafts.filter(({ kind }) => kind === 'service');
    const refusal = await refusalOf(publishDrafts(appContext, ines, { drafts: alone, note: '' }));
    expect(refusal.message).toContain("its group isn't published");

    await publishDrafts(appContext, ines, { drafts, note: '' });
    expect(live.current.sections.at(-1)).toMatchObject({
      id: 'photography',
      look: 'music',
      areas: [{ id: 'portraits', title: 'Portraits' }],
    });
    expect(live.current.servicesOf('photography')).toHaveLength(1);
  });

  test('a section and a group are called in addresses as they are, without their accents', async () => {
    expect(await add({ title: 'Fotografía', look: 'music' }, 'section')).toMatchObject({
      id: 'fotografia',
    });
    expect(await add({ title: 'Niñez & vejez', section: 'music' }, 'group')).toMatchObject({
      id: 'ninez-vejez',
    });
  });

  test.each([
    ['section', { title: 'Video', look: 'music' }, 'id'],
    ['group', { title: 'Animation', section: 'video' }, 'id'],
    ['group', { title: 'New', section: 'nowhere' }, 'section'],
    ['section', { title: 'New', look: 'plaid' }, 'look'],
    ['section', { title: '', look: 'music' }, 'title'],
    // Their form would have the path of the form for a new entry.
    ['section', { title: 'New', look: 'music' }, 'id'],
    ['group', { title: 'New', section: 'music' }, 'id'],
  ] as const)('a new %s of %j is refused', async (kind, typed, field) => {
    expect(await add(typed, kind)).toMatchObject({
      kind: 'refused',
      faults: { [field]: expect.any(String) as string },
    });
  });
});

describe('an address', () => {
  test('that changes leaves one redirection to the present one, which its service may take back', async () => {
    const id = idAt(...BOOKS);
    await change(id, { slug: 'books' });
    await change(id, { slug: 'fine-books' });
    expect(at('graphics', 'fine-books')?.id).toBe(id);
    for (const slug of ['book-design', 'books']) {
      expect(at('graphics', slug)).toBeUndefined();
      expect(live.current.findServiceEverAt('graphics', slug)?.service.slug).toBe('fine-books');
    }
    await change(id, { slug: 'book-design' });
    expect(at(...BOOKS)?.id).toBe(id);
    expect(live.current.findServiceEverAt('graphics', 'books')?.service.slug).toBe('book-design');
  });

  test('goes along to another section, with everything that was kept under the old one', async () => {
    const id = idAt(...BOOKS);
    await change(id, { group: 'writing/book-ebook-publishing' });
    expect(at('writing', 'book-design')?.addresses).toEqual([
      { section: 'writing', slug: 'book-design' },
      { section: 'graphics', slug: 'book-design' },
    ]);
  });

  test('of two drafts that both want it the second is refused by the database, too', async () => {
    await change(idAt(...BOOKS), { slug: 'books' });
    await expect(store.db.update(services).set({ slug: 'books' })).rejects.toThrow('Failed query');
  });
});

describe('what is hidden', () => {
  test('leaves every list, and the next moves in among the popular nine', async () => {
    const [first, second] = live.current.popular;
    await change(first?.id ?? '', { isHidden: 'yes' });
    expect(live.current.services).toHaveLength(124);
    expect(live.current.popular).toHaveLength(9);
    expect(live.current.popular[0]).toMatchObject({ id: second?.id });
    expect(live.current.findServiceEverAt('programming', 'website-development')).toMatchObject({
      isShown: false,
    });
  });

  test('is a whole section or group with all that is in it', async () => {
    await createDraft('music', { isHidden: 'yes' }, { kind: 'section' });
    await createDraft('animation', { isHidden: 'yes' }, { kind: 'group' });
    await publishAll();
    expect(live.current.servicesOf('music')).toEqual([]);
    expect(live.current.findSection('music')).toBeUndefined();
    expect(live.current.hasSection('music')).toBe(true);
    expect(live.current.services.filter(({ area }) => area === 'animation')).toEqual([]);
  });
});

describe('the order', () => {
  const order = () => live.current.servicesOf('music').map(({ slug }) => slug);

  test('is changed a step at a time or by dragging, also again and again between two', async () => {
    const before = order();
    const id = (slug: string) => idAt('music', slug);
    await moveEntry(appContext, ines, { kind: 'service', id: id(before[0]!), to: 'down' });
    await publishAll();
    expect(order()).toEqual([before[1], before[0], before[2], before[3]]);
    for (let time = 0; time < 14; time += 1) {
      const last = order().at(-1)!;
      await moveEntry(appContext, ines, {
        kind: 'service',
        id: id(last),
        to: { before: id(order()[1]!) },
      });
      await publishAll();
      expect(order()[1]).toBe(last);
    }
    const [first] = order();
    for (const [at, found] of [
      [3, 2],
      [0, 0],
      [999, 3],
      [1, 0],
    ] as const) {
      await moveEntry(appContext, ines, { kind: 'service', id: id(first!), to: { at } });
      await publishAll();
      expect(order().indexOf(first!)).toBe(found);
    }
    await moveEntry(appContext, ines, { kind: 'service', id: id(order()[0]!), to: 'up' });
    expect(await readDrafts(store.db)).toEqual([]);
  });

  test('of sections is the order of the pages', async () => {
    await moveEntry(appContext, ines, { kind: 'section', id: 'music', to: { before: 'graphics' } });
    await publishAll();
    expect(live.current.sections[0]?.id).toBe('music');
    expect(live.current.services[0]?.section).toBe('music');
  });
});

describe('undoing a publication', () => {
  test('makes a new one with every field as before', async () => {
    const id = idAt(...BOOKS);
    await createDraft(id, { price: '2000', slug: 'books', isHidden: 'yes' });
    const revision = await publishAll('A mistake');
    expect(at('graphics', 'books')).toBeUndefined();
    expect(await undoPublication(appContext, maya, revision)).toBe(revision + 1);
    expect(at(...BOOKS)?.price.amount).toBe(175_000);
    const { publications } = await readHistory(store.db, 1);
    expect(publications.map(({ byName, undoes }) => [byName, undoes])).toEqual([
      [maya.name, revision],
      [ines.name, null],
      [null, null],
    ]);
    expect(publications[1]).toMatchObject({ note: 'A mistake', changeCount: 1 });
    expect(publications[1]?.changes[0]?.fields).toContainEqual({
      label: 'Price',
      before: '$1,750',
      after: '$2,000',
    });
  });

  test('is refused where a later one changed the same field, and leaves other fields alone', async () => {
    const id = idAt(...BOOKS);
    const first = await change(id, { price: '2000' });
    const second = await change(id, { price: '3000' });
    const third = await change(id, { note: 'per volume' });
    const refusal = await refusalOf(undoPublication(appContext, ines, first));
    expect(refusal.message).toContain(`publication ${second}`);
    expect(refusal.message).toContain('Price');
    await undoPublication(appContext, ines, second);
    expect(at(...BOOKS)?.price).toMatchObject({ amount: 200_000, note: 'per volume' });
    await undoPublication(appContext, ines, third);
    expect(at(...BOOKS)?.price).toMatchObject({ amount: 200_000, note: 'per book' });
    expect((await refusalOf(undoPublication(appContext, ines, third))).status).toBe(409);
    expect((await refusalOf(undoPublication(appContext, ines, 1))).status).toBe(404);
    expect((await refusalOf(undoPublication(appContext, ines, 99))).status).toBe(404);
  });

  test('goes back one by one, the last one first, and each of them once', async () => {
    const id = idAt(...BOOKS);
    const first = await change(id, { price: '2000' });
    const second = await change(id, { price: '3000' });
    await undoPublication(appContext, ines, second);
    const undone = await undoPublication(appContext, ines, first);
    expect(at(...BOOKS)?.price.amount).toBe(175_000);
    for (const revision of [first, second]) {
      expect((await refusalOf(undoPublication(appContext, ines, revision))).message).toBe(
        'This publication has already been undone.',
      );
    }
    const { publications } = await readHistory(store.db, 1);
    expect(publications.map(({ revision, undoneBy }) => [revision, undoneBy])).toEqual([
      [undone, null],
      [undone - 1, null],
      [second, undone - 1],
      [first, undone],
      [1, null],
    ]);
    // Undo the undo publications in the reverse order.
    await undoPublication(appContext, ines, undone);
    await undoPublication(appContext, ines, undone - 1);
    expect(at(...BOOKS)?.price.amount).toBe(300_000);
    const refusal = await refusalOf(undoPublication(appContext, ines, first));
    expect(refusal.message).toContain(`publication ${second}`);
    expect((await readHistory(store.db, 99)).publications).toEqual([]);
  });

  test('of what was new hides it', async () => {
    await saveDraft(appContext, ines, {
      kind: 'service',
      id: undefined,
      isWhole: true,
      shown: {},
      typed: {
        title: 'Maps',
        group: 'graphics/print-design',
        summary: 'Maps.',
        description: 'Maps.',
        price: '5',
        currency: 'USD',
        unit: 'flat',
      },
    });
    const revision = await publishAll();
    expect(at('graphics', 'maps')).toBeDefined();
    await undoPublication(appContext, ines, revision);
    expect(live.current.findServiceEverAt('graphics', 'maps')).toMatchObject({ isShown: false });
  });
});

test('the history says of packages, answers and translations what became of each', async () => {
  const id = idAt(...BOOKS);
  const packages = { 'basic.price': '900', 'basic.contents': 'Ten pages', 'premium.price': '1900' };
  const asked = { 'question.0': 'In print?', 'answer.0': 'Yes.' };
  await createDraft(id, { ...packages, 'premium.contents': 'All of it', ...asked });
  await publishAll();
  await createDraft(id, { 'basic.contents': 'Twenty pages', 'answer.0': 'No.' });
  await saveTranslation(appContext, ines, {
    kind: 'service',
    id,
    language: 'es',
    texts: new Map([
      [
        'title',
        {
          text: 'Libros',
          was: translationOf({ ...content(id) }, 'es').texts.title ?? '',
          of: nameText('Book Design'),
          isStillRight: false,
        },
      ],
    ]),
  });
  const { fields } = readPending(await readWorking({ ...appContext, db: store.db }))[0]!;
  expect(fields).toEqual([
    {
      label: 'Package basic',
      before: '$900: Ten pages',
      after: '$900: Twenty pages',
    },
    { label: 'Question 1', before: 'In print?\nYes.', after: 'In print?\nNo.' },
    { label: 'Title in Spanish', before: 'Diseño de libros', after: 'Libros' },
  ]);
});

test('a publication reads and translates what it changed alone, and comes to the same as reading all', async () => {
  const [books, editing] = [idAt(...BOOKS), idAt('video', 'video-editing')];
  const offered = ['en', 'es'] as const;
  await live.reload(store.db, offered);
  live.current.in('es', offered);
  const before = live.current;
  await createDraft(books, { title: 'Fine Books', slug: 'fine-books' });
  const drafts = await readDrafts(store.db);
  appContext = {
    ...appContext,
    takePublication: async () => void (await live.reload(store.db, offered)),
  };
  await publishDrafts(appContext, ines, { drafts, note: '' });
  const entryOf = (catalogue: Catalogue, id: string) =>
    catalogue.content.services.find((catalogueEntry) => catalogueEntry.id === id);
  expect(entryOf(live.current, editing)).toBe(entryOf(before, editing));
  const inSpanish = live.current.in('es', offered);
  expect(entryOf(inSpanish, editing)).toBe(entryOf(before.in('es', offered), editing));
  expect(entryOf(live.current, books)?.title).toBe('Fine Books');
  const whole = new Catalogue(await readCatalogueContent(store.db));
  for (const language of offered) {
    const [one, other] = [live.current.in(language, offered), whole.in(language, offered)];
    expect(one.services).toEqual(other.services);
    expect(one.sections).toEqual(other.sections);
    expect(one.searchIndex).toEqual(other.searchIndex);
  }
  expect(live.current.findServiceEverAt(...BOOKS)?.service.slug).toBe('fine-books');
});

test('a publication is never changed, not even with the database in hand', async () => {
  await expect(
    store.pool.query("update catalogue_publications set note = 'never was'"),
  ).rejects.toThrow('never changed');
});

test('half of a publication is nowhere: what fails in it changes nothing at all', async () => {
  await createDraft(idAt(...BOOKS), { price: '2000' });
  await createDraft('music', { title: 'Sound' }, { kind: 'section' });
  const drafts = await readDrafts(store.db);
  const broken = { ...appContext, takePublication: () => Promise.reject(new Error('told nobody')) };
  // A process that dies after the commit has still published. The other processes poll for new revisions.
  await publishDrafts(broken, ines, { drafts, note: '' });
  expect(live.current.revision).toBe(1);
  await live.reload(store.db);
  expect(at(...BOOKS)?.price.amount).toBe(200_000);
  expect(live.current.findSection('music')?.title).toBe('Sound');
  const keys = (await readHistory(store.db, 1)).publications[0]?.changes.map(keyOf);
  expect(keys?.toSorted()).toEqual(drafts.map(keyOf).toSorted());
});
