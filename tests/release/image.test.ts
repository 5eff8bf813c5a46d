import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../support/server.ts';
import { ensureBaseImage, execute } from './base-image.ts';
import { localEntry, writeInChat, type LastingChat } from './lasting-chat.ts';

const NAME = `embarka-test-${randomUUID().slice(0, 8)}`;
/** As in compose.yaml: no root, no capabilities, nothing to write but the volume and /tmp. */
const CONFINED = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--memory=1g',
  '--pids-limit=256',
];

const docker = (...args: string[]) => execute('docker', args);
const inspect = (what: string, format: string) => docker('inspect', `--format=${format}`, what);

let chat: LastingChat | undefined;
const containers: string[] = [];

beforeAll(() => {
  const [, base = ''] = /^FROM (\S+) AS base$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  console.log(`The base image ${base} ${ensureBaseImage(base)}`);
  docker('build', '--network=host', `--tag=${NAME}`, '.');
  docker('volume', 'create', NAME);
});

afterAll(() => {
  for (const container of containers) docker('rm', '--force', container);
  docker('volume', 'rm', '--force', NAME);
  docker('image', 'rm', '--force', NAME);
});

/** Starts a container on the volume and waits until its HEALTHCHECK says that it serves. */
async function start(): Promise<{ container: string; port: number }> {
  const port = await freePort();
  const container = docker(
    'run',
    '--detach',
    '--network=host',
    `--env=PORT=${port}`,
    `--volume=${NAME}:/data`,
    ...CONFINED,
    NAME,
  );
  containers.push(container);
  await vi.waitFor(
    () => {
      const health = inspect(container, '{{.State.Status}} {{.State.Health.Status}}');
      if (health !== 'running healthy') throw new Error(`${health}\n${logsOf(container)}`);
    },
    { timeout: 90_000, interval: 500 },
  );
  return { container, port };
}

const logsOf = (container: string) => execute('sh', ['-c', `docker logs ${container} 2>&1`]);

test('the image has the package and nothing of development, and is not started as root', () => {
  const list = (...args: string[]) =>
    docker('run', '--rm', '--network=none', '--entrypoint=ls', NAME, ...args).split('\n');
  const parts = list('-A', '/app');
  expect(parts).toEqual(
    expect.arrayContaining(['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'build', 'sbom.cdx.json']),
  );
  for (const part of ['app', 'tests', '.env', '.git']) expect(parts).not.toContain(part);
  expect(list('-A', '/app/node_modules')).not.toContain('vite');
  expect(inspect(NAME, '{{.Config.User}} {{.Config.StopSignal}}')).toBe('node SIGTERM');
  expect(docker('run', '--rm', '--network=none', '--entrypoint=id', NAME, '-u')).toBe('1000');
});

test('a container serves with a volume, stops when it is told to, and keeps what was written', async () => {
  const { container, port } = await start();
  const page = await fetch(`http://localhost:${port}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Embarka')]);
  expect(logsOf(container)).toContain('Embarka is ready');
  chat = await writeInChat(localEntry(port), 'Is it still there in the next container?');
  docker('stop', '--time=35', container);
  // Its own decision: a container that had to be killed ends with 137.
  expect(inspect(container, '{{.State.ExitCode}}')).toBe('0');
});

test('another container of the same volume shows what the first one stored', async () => {
  const { container, port } = await start();
  expect(await chat?.read(localEntry(port))).toEqual(['Is it still there in the next container?']);
  docker('stop', '--time=35', container);
  expect(inspect(container, '{{.State.ExitCode}}')).toBe('0');
});

test('the health check fails while nothing serves', () => {
  const check = inspect(NAME, '{{json .Config.Healthcheck.Test}}');
  const [kind, ...command] = JSON.parse(check) as string[];
  expect(kind).toBe('CMD');
  const container = docker('create', '--network=none', NAME, ...command);
  containers.push(container);
  docker('start', container);
  expect(docker('wait', container)).toBe('1');
});
