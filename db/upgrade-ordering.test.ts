import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterEach, expect, test } from 'vitest';
import {
  intakeOf,
  isOrderable,
  quoteService,
} from '../app/orders/server/checkout/quote-service.server.ts';
import type { OpenDatabase } from '../app/platform/db/database.server.ts';
import { openInMemory } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { Catalogue } from '../app/shop/catalogue.ts';
import { readCatalogueContent } from '../app/shop/read-catalogue.server.ts';
import { openScratchDatabase } from '../tests/support/database.ts';
import { copyMigrationsUpTo } from '../tests/support/old-migrations.ts';

const { TEST_DATABASE_URL } = process.env;
/** The newest migration of the last version without direct orders. */
const OLD = 54;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

async function openOld(): Promise<OpenDatabase> {
  const open = TEST_DATABASE_URL
    ? await openScratchDatabase(TEST_DATABASE_URL)
    : await openInMemory();
  cleanUp.push(() => open.close());
  const folder = copyMigrationsUpTo(OLD, cleanUp);
  await migrate(drizzle(open.pool), { migrationsFolder: folder });
  return open;
}

const ID = '00000000-0000-4000-8000-00000000000';

/** A shop of the old version: one service with a price per word and what is needed, another with a package. */
const OLD_SHOP = `
  insert into catalogue_sections (id, title, tagline, look, place, is_hidden) values
    ('writing', 'Writing', 'Words', 'writing', 1, false);
  insert into catalogue_groups (id, section, title, place, is_hidden) values
    ('texts', 'writing', 'Texts', 1, false);
  insert into service_addresses (section, slug, service_id) values
    ('writing', 'translation', '${ID}1'), ('writing', 'speech', '${ID}2');
  insert into services
    (id, section, area, slug, title, summary, description, amount, currency, unit, note, cents,
      delivery_days, revisions, needs, delivers, packages, questions, place, is_hidden) values
    ('${ID}1', 'writing', 'texts', 'translation', 'Translation', 'Summary', 'Description', 15, 'USD',
      'word', '', false, 5, 2, E'- The text\\n- The languages', 'A file', '[]', '[]', 1, false),
    ('${ID}2', 'writing', 'texts', 'speech', 'Speech', 'Summary', 'Description', 9000, 'USD',
      'flat', '', false, null, null, '', '',
      '[{"name": "basic", "amount": 8000, "deliveryDays": 3, "revisions": 1, "contents": "One page"}]',
      '[]', 2, false);
  insert into catalogue_drafts (kind, entry_id, is_new, fields, version, edited_by_name, edited_at) values
    ('service', '${ID}1', false, '{"title": "Better translation"}', 1, 'Maya', now());
`;

async function readPublished({ pool }: OpenDatabase) {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(services) as row from services order by id',
  );
  const { rows: revisions } = await pool.query('select * from catalogue_changes');
  return { services: rows.map(({ row }) => row), revisions };
}

test('the services of a shop before direct orders can be ordered after the upgrade, with their questions, and nothing published changes', async () => {
  const open = await openOld();
  await open.pool.query(OLD_SHOP);
  const before = await readPublished(open);
  await migrateDatabase(open.pool);
  const after = await readPublished(open);
  // Columns were added; everything that was published is as it was.
  expect(after.services).toMatchObject(before.services);
  expect(after.revisions).toEqual(before.revisions);
  const drafts = await open.pool.query('select fields from catalogue_drafts');
  expect(drafts.rows).toEqual([{ fields: { title: 'Better translation' } }]);

  const catalogue = new Catalogue(await readCatalogueContent(open.db));
  const [translation, speech] = ['translation', 'speech'].map((slug) => {
    const found = catalogue.findServiceEverAt('writing', slug)?.service;
    if (!found) throw new Error(`There is no ${slug}`);
    return found;
  });
  if (!translation || !speech) throw new Error('A service is missing');
  expect([translation, speech].map((each) => isOrderable(each, true))).toEqual([true, true]);
  expect(intakeOf(translation)).toMatchObject([
    { id: 'need-1', type: 'long-text', label: 'The text', isRequired: true },
    { id: 'need-2', type: 'long-text', label: 'The languages', isRequired: true },
  ]);
  expect(intakeOf(speech)).toEqual([]);
  const words = quoteService(translation, { package: null, quantity: 1000, options: [] }, ['link']);
  expect(words.quote?.view).toMatchObject({ total: 15_000, deliveryDays: 5, revisions: 2 });
  const page = quoteService(speech, { package: 'basic', quantity: 1, options: [] }, ['link']);
  expect(page.quote?.view).toMatchObject({ total: 8000, deliveryDays: 3, revisions: 1 });
});
