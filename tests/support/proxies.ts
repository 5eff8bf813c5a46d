import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:tls';
import { promisify } from 'node:util';

export const PROXIES = ['caddy', 'nginx'] as const;
export type ProxyName = (typeof PROXIES)[number];

export interface RunningProxy {
  readonly pid: number;
  /** What it has complained about. */
  readonly output: string;
  stop(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** A proxy with the configuration of `deploy/` in front of these ports, with a certificate of its own. */
export async function startProxy(
  name: ProxyName,
  port: number,
  targets: readonly number[],
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), `embarka-${name}-`));
  const [program, args, env] =
    name === 'caddy'
      ? await configureCaddy(folder, port, targets)
      : await configureNginx(folder, port, targets);
  const path = `${process.env.PATH}:/usr/sbin`;
  const child = spawn(program, args, {
    env: { ...process.env, PATH: path, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const state = { output: '' };
  const read = (chunk: Buffer) => void (state.output += String(chunk));
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      // nginx ends its workers on it, too.
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = performance.now() + PATIENCE_MS; !(await answers(port));) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`${name} does not answer:\n${state.output}`);
    }
    await wait(50);
  }
  return {
    pid: child.pid ?? 0,
    get output() {
      return state.output;
    },
    stop,
  };
}

type Command = readonly [string, readonly string[], NodeJS.ProcessEnv];

async function configureCaddy(
  folder: string,
  port: number,
  targets: readonly number[],
): Promise<Command> {
  const recommended = await readFile('deploy/Caddyfile', 'utf8');
  const text = replaceOnce(
    replaceOnce(recommended, 'app-1:3000 app-2:3000', targets.map(local).join(' ')),
    '{\n',
    `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n`,
  );
  const file = join(folder, 'Caddyfile');
  await writeFile(file, text);
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  return ['caddy', args, { DOMAIN: `https://localhost:${port}` }];
}

async function configureNginx(
  folder: string,
  port: number,
  targets: readonly number[],
): Promise<Command> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const ask =
    '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const names = 'subjectAltName=DNS:localhost';
  const options = ['req', ...ask.split(' '), '-addext', names, '-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', options);
  let text = await readFile('deploy/nginx.conf', 'utf8');
  for (const [at, target] of targets.entries()) {
    text = replaceOnce(text, `app-${at + 1}:3000`, local(target));
  }
  text = replaceOnce(text, 'listen 443', `listen ${port}`);
  text = replaceOnce(text, '/etc/ssl/shop.example.com.pem', certificate);
  text = replaceOnce(text, '/etc/ssl/shop.example.com.key', key);
  text = replaceOnce(text, 'server_name shop.example.com', 'server_name localhost');
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  await writeFile(
    file,
    // Its workers write what they buffer into the folder, which is this account's.
    `${userInfo().uid === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(folder, 'pid')};\nworker_rlimit_nofile 8192;\nerror_log stderr warn;\n` +
      `events { worker_connections 4096; }\nhttp {\naccess_log off;\n${temporary}\n${text}\n}\n`,
  );
  return ['nginx', ['-p', folder, '-c', file], {}];
}

const local = (port: number) => `127.0.0.1:${port}`;

/** The tests would go on with a configuration that nobody recommends. */
function replaceOnce(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The recommended configuration has no '${from}'`);
  return text.replace(from, () => to);
}

/** Caddy accepts connections before it has a certificate. */
async function answers(port: number): Promise<boolean> {
  const socket = connect({ port, servername: 'localhost', rejectUnauthorized: false });
  // A second error, such as the end of the connection, would have no listener.
  socket.on('error', () => {});
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
