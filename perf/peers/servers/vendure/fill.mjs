/** `node fill.mjs CATALOGUE`: creates the tables, imports the services and waits for the search index. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConfig } from './config.mjs';

const require = createRequire(import.meta.url);
const { bootstrap, JobQueueService, TransactionalConnection } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const { services } = JSON.parse(await readFile(process.argv[2], 'utf8'));
const CSV = 'services.csv';
const COLUMNS =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
const quote = (text) => `"${String(text).replaceAll('"', '""')}"`;
const rows = services.map(({ title, slug, summary, section, area, amount }) => {
  const facets = `section:${section}|area:${area}`;
  const product = [title, slug, summary, '', facets, '', ''];
  const variant = [slug, amount / 100, 'standard', 100, false, '', ''];
  return product.concat(variant).map(quote).join(',');
});
await writeFile(CSV, [COLUMNS, ...rows].join('\n'));

const app = await populate(
  () => bootstrap(createConfig({ synchronize: true })),
  {
    defaultLanguage: 'en',
    defaultZone: 'Europe',
    countries: [{ name: 'Portugal', code: 'PT', zone: 'Europe' }],
    taxRates: [{ name: 'Standard Tax', percentage: 20 }],
    shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
    paymentMethods: [],
    collections: [],
  },
  CSV,
);
await app.get(JobQueueService).start();
const { rawConnection } = app.get(TransactionalConnection);
for (;;) {
  const [{ count }] = await rawConnection.query(
    `select count(distinct "productId") as count from search_index_item`,
  );
  const [{ pending }] = await rawConnection.query(
    `select count(*) as pending from job_record where state in ('PENDING', 'RUNNING', 'RETRYING')`,
  );
  if (Number(count) === services.length && Number(pending) === 0) break;
  await sleep(100);
}
await rawConnection.query('analyze');
await app.close();
process.exit();
