import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openEmbedded } from './embedded.server.ts';
import { lockFolder } from './folder-lock.server.ts';

vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:fs/promises')>()),
  statfs: () => Promise.resolve({ bavail: 199 * 1024, bsize: 1024 }),
}));

test('a database is not begun on a disk that is nearly full, and the folder stays free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-full-'));
  await expect(openEmbedded(folder)).rejects.toThrow(/A new database needs 200 MB/);
  expect(readdirSync(folder).filter((name) => name.startsWith('db'))).toEqual([]);
  expect(() => lockFolder(folder).release()).not.toThrow();
  rmSync(folder, { recursive: true });
});
