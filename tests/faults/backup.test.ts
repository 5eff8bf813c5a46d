import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { Load } from '../support/load.ts';
import { TestServer } from '../support/server.ts';

const { FAULT_KILLS = '10', FAULT_TEMPLATE } = process.env;
const BACKUPS = Math.max(1, Math.floor(Number(FAULT_KILLS) / 20));

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** As an operator runs it, beside the server. */
const command = (name: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  });

test('a backup made while everybody writes has every word given before it began, and no half ones', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'embarka-backup-'));
  cleanUp.push(() => rmSync(scratch, { recursive: true, force: true }));
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  cleanUp.push(() => server.remove());
  const load = new Load(server);
  // Once each has written as much at once as one may, a dozen say some twelve messages a second.
  await load.begin(12);
  for (let count = 0; count < BACKUPS; count += 1) {
    const known = load.ledger.acknowledged;
    await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(known + 30);
    const promised = load.ledger.promised();
    const began = load.ledger.acknowledged;
    const file = join(scratch, `${count}.tar.gz`);
    await command('backup', server.folder, '--to', file);
    // It was made while people wrote, and nobody waited for its end.
    expect(load.ledger.acknowledged).toBeGreaterThan(began + 5);
    const place = join(scratch, `restored-${count}`);
    await command('restore', place, '--from', file);
    const restored = await openEmbedded(place);
    try {
      await load.ledger.compareAll(restored.db, promised);
    } finally {
      await restored.close();
    }
    console.log(`Backup ${count + 1}: of ${began} messages acknowledged before it, 0 lost`);
  }
  await load.end();
  await load.compare();
  expect(load.answers.get(500)).toBeUndefined();
  expect(load.answers.get(0)).toBeUndefined();
});
