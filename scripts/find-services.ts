import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { createClient } from 'redis';

/** A server that some tests need and that not every computer has. */
export interface TestService {
  readonly name: string;
  readonly setting: string;
  readonly url: string;
  readonly ask: (url: string) => Promise<unknown>;
}

const PATIENCE_MS = 3000;

export const POSTGRES: TestService = {
  name: 'PostgreSQL',
  setting: 'TEST_DATABASE_URL',
  url:
    process.env.TEST_DATABASE_URL ||
    `postgres://${encodeURIComponent(userInfo().username)}@127.0.0.1:5432/postgres`,
  async ask(connectionString) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => {});
    await client.connect();
    await client.end();
  },
};

export const REDIS: TestService = {
  name: 'Redis',
  setting: 'TEST_REDIS_URL',
  url: process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379',
  async ask(url) {
    const socket = { connectTimeout: PATIENCE_MS, reconnectStrategy: false } as const;
    const client = createClient({ url, socket });
    client.on('error', () => {});
    await client.connect();
    client.destroy();
  },
};

/**
 * Returns the reason why tests that need these servers cannot run, or undefined. A server that is
 * configured must answer: such tests are never skipped silently.
 */
export async function findMissing(
  ...services: readonly TestService[]
): Promise<string | undefined> {
  for (const { name, setting, url, ask } of services) {
    try {
      await ask(url);
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      const problem = `${name} does not answer at ${new URL(url).host} (${reason})`;
      if (process.env[setting]) throw new Error(`${problem}; correct ${setting}`, { cause: error });
      return `${problem}; start it, or set ${setting} to another address`;
    }
  }
  return undefined;
}

/** Debian installs servers in /usr/sbin, which is not in every account's PATH. */
const PROGRAM_FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

export function findMissingMailServers(): string | undefined {
  return findMissingPrograms(['dovecot', 'exim4'], 'dovecot-imapd exim4-daemon-light');
}

export function findMissingProxies(): string | undefined {
  return findMissingPrograms(['caddy', 'nginx'], 'caddy nginx-light');
}

export function findMissingPdfTools(): string | undefined {
  return findMissingPrograms(['pdfdetach', 'pdfinfo', 'pdftotext', 'qpdf'], 'poppler-utils qpdf');
}

/** Starts no daemon: that is the machine's decision. */
export function findMissingDocker(): string | undefined {
  if (process.platform !== 'linux') return 'The image is tested on Linux only';
  const asked = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], {
    encoding: 'utf8',
  });
  if (asked.error) return 'docker is not installed; run apt-get install docker.io';
  return asked.status === 0
    ? undefined
    : 'No Docker daemon answers; start it, or set DOCKER_HOST to another address';
}

function findMissingPrograms(programs: readonly string[], packages: string): string | undefined {
  const missing = programs.filter(
    (program) => !PROGRAM_FOLDERS.some((folder) => existsSync(join(folder, program))),
  );
  return missing.length === 0
    ? undefined
    : `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed; ` +
        `run apt-get install ${packages}`;
}
