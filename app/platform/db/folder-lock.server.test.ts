import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.server.ts';

let folder: string;
let other: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embarka-lock-'));
});

afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts another process that holds the folder until it is killed. */
async function lockInAnotherProcess(): Promise<number> {
  const module = JSON.stringify(new URL('./folder-lock.server.ts', import.meta.url).href);
  const code = `
    const { lockFolder } = await import(${module});
    globalThis.lock = lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  other = child;
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('locked\n');
  return child.pid ?? 0;
}

async function kill(): Promise<void> {
  const child = other;
  other = undefined;
  if (!child) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a folder that another process holds is refused, with that process named', async () => {
  const pid = await lockInAnotherProcess();
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(() => lockFolder(folder)).toThrow(`already in use by process ${pid}. Stop that process`);
});

test('a refused process leaves the holder its lock', async () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`already in use by process ${process.pid}.`);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  lock.release();
});

test('a folder is free again when its holder was killed, and locks the next one out', async () => {
  await lockInAnotherProcess();
  await kill();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  lock.release();
});

test('a released folder can be locked by another process', async () => {
  lockFolder(folder).release();
  expect(await lockInAnotherProcess()).toBeGreaterThan(0);
});

test('a folder that does not exist is a fault, not "in use"', () => {
  expect(() => lockFolder(join(folder, 'missing'))).not.toThrow(FolderInUseError);
  expect(() => lockFolder(join(folder, 'missing'))).toThrow(/unable to open/);
});
