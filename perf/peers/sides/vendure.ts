import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EXAMPLE, frequentText, rareText, SECTIONS, SERVICES } from '../catalogue.ts';
import type { Ask } from '../http-client.ts';
import { ServerProcess } from '../server-process.ts';
import { contains, hasAll, type Preparation, type Reading, type Side } from '../side.ts';

const SOURCES = fileURLToPath(new URL('../servers/vendure/', import.meta.url));
const FILL_MS = 300_000;

const PRODUCT = `query Service($slug: String!) {
  product(slug: $slug) {
    id slug name description
    facetValues { code }
    variants { id sku name priceWithTax currencyCode stockLevel }
  }
}`;

/** The storefronts of Vendure list products with this query, because its index is faster than `products`. */
const SEARCH = `query Search($input: SearchInput!) {
  search(input: $input) {
    totalItems
    items {
      productId slug productName description sku currencyCode
      priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } }
    }
  }
}`;

const ask = (query: string, variables: object): Ask => ({
  path: '/shop-api',
  body: JSON.stringify({ query, variables }),
});

const search = (textOf: (n: number) => string) => (n: number) =>
  ask(SEARCH, { input: { term: textOf(n), groupByProduct: true, take: 10 } });

const READINGS: readonly Reading[] = [
  {
    kind: 'json',
    what: 'service',
    ask: () => ask(PRODUCT, { slug: EXAMPLE.slug }),
    check: contains(EXAMPLE.title, 'priceWithTax'),
  },
  {
    kind: 'json',
    what: 'list',
    ask: () => ask(SEARCH, { input: { groupByProduct: true, take: 100 } }),
    check: hasAll(
      SERVICES.map(({ title }) => JSON.stringify(title)),
      100,
    ),
  },
  {
    kind: 'json',
    what: 'search, frequent texts',
    ask: search(frequentText),
    check: contains('"slug"'),
  },
  { kind: 'json', what: 'search, rare texts', ask: search(rareText), check: contains('"slug"') },
];

/** Vendure's server with the same services as products, each with one variant. */
export async function prepareVendure(
  engine: 'sqlite' | 'postgres',
  { folder, createDatabase }: Preparation,
): Promise<Side> {
  const catalogue = `${folder}/catalogue.json`;
  await writeFile(catalogue, JSON.stringify({ sections: SECTIONS, services: SERVICES }));
  const url = engine === 'postgres' ? await createDatabase('vendure') : undefined;
  const env: Record<string, string> = {
    VENDURE_DISABLE_TELEMETRY: 'true',
    ...(url ? { DATABASE_URL: url } : { SQLITE_FILE: `${folder}/vendure.sqlite` }),
  };
  const log = `${folder}/server.log`;
  await ServerProcess.run(
    { arguments: [`${SOURCES}fill.mjs`, catalogue], folder, env, log },
    FILL_MS,
  );
  return {
    name: url ? 'Vendure, PostgreSQL' : 'Vendure, SQLite',
    ...(url && { database: new URL(url).pathname.slice(1) }),
    readings: READINGS,
    ready: ask('{ activeChannel { id } }', {}),
    command: (port) => ({
      arguments: [`${SOURCES}server.mjs`],
      folder,
      env: { ...env, PORT: String(port) },
      log,
    }),
  };
}
