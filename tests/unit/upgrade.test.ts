import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const folder = fileURLToPath(new URL('db/migrations', root));

/** What a process of the version before may still read or write. */
const TAKES_AWAY = /\bdrop (?:column|table)\b|\brename (?:column|to)\b|\bset not null\b/i;

test('a migration that takes something away is named where operators read about upgrades', () => {
  const upgrade = readFileSync(new URL('docs/operations/upgrade.md', root), 'utf8');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => TAKES_AWAY.test(readFileSync(`${folder}/${file}`, 'utf8')))
    .map((file) => file.replace('.sql', ''));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !upgrade.includes(`\`${name}\``))).toEqual([]);
});

test('each migration that operators read about exists', () => {
  const upgrade = readFileSync(new URL('docs/operations/upgrade.md', root), 'utf8');
  const named = [...upgrade.matchAll(/`(\d{4}_\w+)`/g)].map(([, name]) => `${name}.sql`);
  expect(named.length).toBeGreaterThan(3);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(named));
});
