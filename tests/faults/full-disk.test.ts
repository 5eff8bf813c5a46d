import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { TestClient } from '../support/cluster.ts';
import { Load } from '../support/load.ts';
import { TestServer } from '../support/server.ts';

const { FAULT_TEMPLATE } = process.env;
const MB = 1024 * 1024;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

interface Disk {
  readonly folder: string;
  fill(server: TestServer): unknown;
  free(server: TestServer): unknown;
}

/** The server is told that its disk is full. */
function pretendedDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-disk-'));
  return { folder, fill: (server) => server.fillDisk(), free: (server) => server.freeDisk() };
}

/** A file system of its own, which only the administrator of a computer can have. */
function smallDisk() {
  const root = mkdtempSync(join(tmpdir(), 'embarka-disk-'));
  cleanUp.push(() => rmSync(root, { recursive: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', root]);
  cleanUp.push(() => execFileSync('umount', ['-l', root]));
  const folder = join(root, 'data');
  mkdirSync(folder);
  const ballast = join(root, 'ballast');
  return {
    folder,
    fill: () => writeFileSync(ballast, Buffer.alloc(70 * MB)),
    free: () => rmSync(ballast),
  };
}

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'embarka-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SMALL_DISKS = mayMount() ? [smallDisk] : [];
const DISKS = [
  ['pretended', pretendedDisk],
  ...SMALL_DISKS.map((open) => ['real', open]),
] as readonly (readonly [kind: string, open: () => Disk])[];

for (const [kind, openDisk] of DISKS) {
  test(`with its disk full (${kind}) the server says so, reads go on, and later so do writes`, async () => {
    const disk: Disk = openDisk();
    const server = await TestServer.start(FAULT_TEMPLATE, {
      folder: disk.folder,
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    cleanUp.push(() => server.remove());
    const load = new Load(server);
    await load.begin(3);
    await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(10);

    await disk.fill(server);
    await expect
      .poll(() => server.output, { timeout: 5000 })
      .toContain('the database is read-only');
    const before = load.ledger.acknowledged;
    await expect
      .poll(() => load.answers.get(503) ?? 0, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(5);
    // One that was under way when the writing ended may still have been acknowledged.
    expect(load.ledger.acknowledged - before).toBeLessThan(10);
    await load.compare();
    const reader = new TestClient();
    expect((await reader.fetch(server, '/services/graphics/book-design')).status).toBe(200);
    const refused = await reader.fetch(server, '/chat/conversations', {
      method: 'POST',
      body: JSON.stringify({
        id: `conv_1795224000000_${'a'.repeat(26)}`,
        email: 'noor.haddad@cedarpress.example',
        topic: 'Sales Inquiry',
        service: null,
      }),
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      error: { message: "The service isn't available right now. Try again shortly." },
    });

    await disk.free(server);
    await expect
      .poll(() => load.ledger.acknowledged, { timeout: 10_000 })
      .toBeGreaterThan(before + 20);
    await load.end();
    await load.compare();
    expect(load.answers.get(500)).toBeUndefined();
    await server.kill();
    const database = await openEmbedded(disk.folder);
    await load.ledger.compareAll(database.db);
    await database.close();
    console.log(`Full disk (${kind}): ${load.ledger.acknowledged} messages acknowledged, 0 lost`);
  });
}

test('a disk that is full when a commit is flushed ends the server with one sentence, and the next start has all', async () => {
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  cleanUp.push(() => server.remove());
  const load = new Load(server);
  await load.begin(3);
  await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(10);
  const { length } = server.output;
  await server.fillDisk('unnoticed');
  expect(await server.ended()).toBe(1);
  expect(server.output.slice(length).trim()).toMatch(
    /^Embarka stopped\.\nThe embedded database stopped \(.*No space left on device\): .*$/,
  );

  await server.freeDisk();
  await server.restart();
  await load.compare();
  const known = load.ledger.acknowledged;
  await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(known + 10);
  await load.end();
  expect(load.answers.get(500)).toBeUndefined();
  await server.kill();
  const database = await openEmbedded(server.folder);
  cleanUp.push(() => database.close());
  await load.ledger.compareAll(database.db);
});

/** A writer that no reserve protects, as when something else fills the disk within a second. */
const WRITER = `
  const { openEmbedded } = await import(process.argv[1]);
  const { pool } = await openEmbedded(process.argv[2]);
  console.log('open');
  for (;;) await pool.query("select pg_logical_emit_message(true, 'x', repeat('x', 1000000))");`;

for (const openDisk of SMALL_DISKS) {
  test('a disk that fills up between two looks ends the process, which recovers when there is room', async () => {
    const disk = openDisk();
    execFileSync('cp', ['-a', `${FAULT_TEMPLATE}/.`, disk.folder]);
    disk.fill();
    const module = new URL('../../app/platform/db/embedded.server.ts', import.meta.url).href;
    const writer = spawn(process.execPath, ['-e', WRITER, module, disk.folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    writer.stderr.on('data', (chunk) => (said += String(chunk)));
    const code = await Promise.race([
      new Promise((ended) => writer.once('exit', ended)),
      setTimeout(60_000, 'still running'),
    ]);
    writer.kill('SIGKILL');
    expect(code).toBe(1);
    expect(said).toContain('The embedded database stopped');
    disk.free();
    const database = await openEmbedded(disk.folder);
    expect((await database.pool.query('select 1 from profiles')).rowCount).toBe(5);
    await database.close();
  });
}
