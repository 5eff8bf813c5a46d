import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readCatalogueContent } from '../../shop/read-catalogue.server.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { seedCatalogue } from './seed-catalogue.server.ts';
import { services } from './tables.server.ts';

const store = useDatabase();

/** An installation of a release that had neither German nor Arabic. */
beforeEach(async () => {
  await seedCatalogue(store.db);
  for (const table of ['catalogue_sections', 'catalogue_groups', 'services']) {
    await store.db.execute(
      sql`update ${sql.identifier(table)} set translations = translations - 'de' - 'ar'`,
    );
  }
});

async function serviceCalled(title: string) {
  const { services: all } = await readCatalogueContent(store.db);
  return all.find((service) => service.title === title);
}

test('an update that brings a language brings the translations of the initial catalogue', async () => {
  await seedCatalogue(store.db);
  const { sections, groups } = await readCatalogueContent(store.db);
  const bookDesign = await serviceCalled('Book Design');
  expect(bookDesign?.translations?.de?.texts.title).toBe('Buchgestaltung');
  expect(Object.keys(bookDesign?.translations ?? {}).toSorted()).toEqual(['ar', 'de', 'es']);
  expect([...sections, ...groups].every(({ translations }) => translations?.de)).toBe(true);
});

test('a text that the operator has changed is not translated by an update', async () => {
  await store.db.execute(
    sql`update ${services} set title = 'Book Layout' where title = 'Book Design'`,
  );
  await seedCatalogue(store.db);
  const bookLayout = await serviceCalled('Book Layout');
  expect(bookLayout?.translations?.de?.texts.title).toBeUndefined();
  expect(bookLayout?.translations?.de?.texts.summary).toBeTypeOf('string');
});

test('a language in which the operator has written already is left as it is', async () => {
  const own = { texts: { title: 'Unser Buch' }, of: { title: 'x' } };
  await store.db.execute(
    sql`update ${services} set translations = translations || ${JSON.stringify({ de: own })}::jsonb
        where title = 'Book Design'`,
  );
  await seedCatalogue(store.db);
  expect((await serviceCalled('Book Design'))?.translations?.de).toEqual(own);
  expect((await serviceCalled('Logo Animation'))?.translations?.de).toBeUndefined();
  expect((await serviceCalled('Logo Animation'))?.translations?.ar).toBeDefined();
});

test('processes that start at once translate once', async () => {
  await Promise.all([seedCatalogue(store.db), seedCatalogue(store.db)]);
  const before = await readCatalogueContent(store.db);
  await seedCatalogue(store.db);
  expect(await readCatalogueContent(store.db)).toEqual(before);
});
