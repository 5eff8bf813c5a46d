// node examples/keep-catalogue.ts pull|diff|push catalogue.csv
//
// Keeps the catalogue in a spreadsheet. EMBARKA_ORIGIN is the shop's origin, EMBARKA_KEY a key with
// the scope catalogue:read and, for push, catalogue:write.

import { readFile, writeFile } from 'node:fs/promises';
import { ask, type ClientOptions } from './client.ts';

const options: ClientOptions = {
  origin: process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000',
  key: process.env.EMBARKA_KEY,
};
const [command, file = 'catalogue.csv'] = process.argv.slice(2);

interface Difference {
  readonly revision: number;
  readonly changeCount: number;
  readonly newCount: number;
  readonly changes: readonly {
    readonly number: number;
    readonly title: string;
    readonly fields: readonly { label: string; before?: string; after: string }[];
  }[];
  readonly faults: readonly {
    readonly number: number;
    readonly field: string;
    readonly text: string;
  }[];
}

switch (command) {
  case 'pull': {
    const csv = await ask(options, '/api/v1/catalogue.csv');
    await writeFile(file, await csv.text());
    console.log(`Written to ${file}`);
    break;
  }
  case 'diff':
    show(await compare());
    break;
  case 'push': {
    const difference = await compare();
    show(difference);
    if (difference.faults.length > 0 || difference.changeCount === 0) break;
    // Sending the compared revision makes the import fail if somebody has published meanwhile.
    const note = encodeURIComponent(`From ${file}`);
    const path = `/api/v1/catalogue/import?revision=${difference.revision}&note=${note}`;
    const made = (await (await ask(options, path, await sheet())).json()) as { revision: number };
    console.log(`Published revision ${made.revision}`);
    break;
  }
  default:
    console.error('Usage: node examples/keep-catalogue.ts pull|diff|push FILE');
    process.exitCode = 2;
}

async function sheet() {
  return { body: await readFile(file, 'utf8'), type: 'text/csv' };
}

async function compare(): Promise<Difference> {
  const answer = await ask(options, '/api/v1/catalogue/compare', await sheet());
  return (await answer.json()) as Difference;
}

function show({ changes, changeCount, newCount, faults }: Difference): void {
  for (const { title, fields } of changes) {
    for (const { label, before = 'new', after } of fields) {
      console.log(`${title}: ${label}: ${before} → ${after}`);
    }
  }
  for (const { number, field, text } of faults) console.log(`Row ${number}, ${field}: ${text}`);
  console.log(`${changeCount} changes, ${newCount} of them new services, ${faults.length} errors`);
}
