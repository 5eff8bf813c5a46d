import { beforeEach, expect, test } from 'vitest';
import { CATALOGUE } from '../../../../tests/support/catalogue.ts';
import { createChatContext, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { writeServiceTexts } from '../entries/service-texts.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { readTypedPreview } from './read-preview.server.ts';

const store = useDatabase();
let appContext: ReturnType<typeof createChatContext>;
const catalogueEntry = CATALOGUE.content.services.find(({ slug }) => slug === 'book-design')!;
const typed = (change: Record<string, string>) => ({
  ...writeServiceTexts(catalogueEntry),
  ...change,
});

beforeEach(() => {
  appContext = createChatContext(store.db, new TestClock());
});

test('a preview shows what is typed and saves none of it', async () => {
  const page = await readTypedPreview(
    appContext,
    catalogueEntry.id,
    typed({ title: 'Books', price: '1999' }),
  );
  expect(page).toMatchObject({
    title: 'Books',
    price: { amount: 199_900 },
    art: catalogueEntry.art,
  });
  expect(await readDrafts(store.db)).toEqual([]);
  expect(CATALOGUE.findServiceById(catalogueEntry.id)?.service.title).toBe('Book Design');
});

test('what cannot be read yet is as it was', async () => {
  const change = {
    price: '19,',
    title: '',
    group: 'nowhere/none',
    'basic.price': 'x',
    deliveryDays: 'soon',
  };
  const page = await readTypedPreview(appContext, catalogueEntry.id, typed(change));
  expect(page).toMatchObject({
    title: 'Book Design',
    section: 'graphics',
    area: catalogueEntry.area,
    price: { amount: 175_000 },
    packages: catalogueEntry.packages,
    deliveryDays: catalogueEntry.deliveryDays,
  });
});

test('a service that is written for the first time has a page from its first word on', async () => {
  expect(await readTypedPreview(appContext, 'new', { title: 'Sea Charts' })).toMatchObject({
    title: 'Sea Charts',
  });
  expect(
    await readTypedPreview(appContext, '00000000-0000-4000-8000-000000000000', {}),
  ).toBeUndefined();
});
