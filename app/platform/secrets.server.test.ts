import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateSecret } from './secrets.server.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embarka-secrets-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a secret has 256 bits, stays the same, and differs by name and installation', () => {
  const session = readOrCreateSecret(folder, 'session');
  expect(Buffer.from(session, 'base64url')).toHaveLength(32);
  expect(readOrCreateSecret(folder, 'session')).toBe(session);
  expect(readOrCreateSecret(folder, 'cookie')).not.toBe(session);
  expect(readOrCreateSecret(join(folder, 'other'), 'session')).not.toBe(session);
});

test('a secret and the folder made for it are readable by their owner alone', () => {
  const made = join(folder, 'new', 'data');
  readOrCreateSecret(made, 'session');
  expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(readdirSync(made)).toEqual(['session.secret']);
  expect(statSync(join(made, 'session.secret')).mode & 0o777).toBe(0o600);
});

test('a secret that was cut short by a crash is refused, not used', () => {
  writeFileSync(join(folder, 'session.secret'), '');
  expect(() => readOrCreateSecret(folder, 'session')).toThrow(/session\.secret/);
});

test('processes that start at once agree on one secret', async () => {
  const module = new URL('./secrets.server.ts', import.meta.url).href;
  const code = `
    const { readOrCreateSecret } = await import(${JSON.stringify(module)});
    console.log('loaded');
    process.stdin.once('data', () => {
      console.log(Array.from({ length: 200 }, (_, name) =>
        readOrCreateSecret(${JSON.stringify(folder)}, String(name))).join(' '));
      process.exit();
    });`;
  const children = [0, 1].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const outputs = children.map(() => '');
  children.forEach((child, index) => {
    child.stdout.on('data', (chunk: Buffer) => {
      outputs[index] += chunk.toString();
    });
  });
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const ended = Promise.all(children.map((child) => once(child, 'close')));
  for (const child of children) child.stdin.write('go\n');
  await ended;
  const [one, other] = outputs.map((output) => output.replace('loaded', '').trim().split(' '));
  expect(one).toHaveLength(200);
  expect(one?.every((secret) => secret.length === 43)).toBe(true);
  expect(other).toEqual(one);
});
