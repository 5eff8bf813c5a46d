import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestClock } from '../../../tests/support/database.ts';
import { pruneMailFolder } from './open-mail.server.ts';

test('mails leave the outbox after a month, and what is no mail stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-outbox-'));
  const clock = new TestClock();
  const now = clock.now().getTime() / 1000;
  for (const [name, daysAgo] of [
    ['old.eml', 31],
    ['young.eml', 29],
    ['old.txt', 31],
  ] as const) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), now, now - daysAgo * 24 * 3600);
  }
  await pruneMailFolder(folder, clock);
  expect((await readdir(folder)).sort()).toEqual(['old.txt', 'young.eml']);
  await rm(folder, { recursive: true });
  await pruneMailFolder(folder, clock);
});
