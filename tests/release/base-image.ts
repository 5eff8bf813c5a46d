import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const { NODE_EXTRA_CA_CERTS: CERTIFICATES } = process.env;
const CERTIFICATES_INSIDE = '/etc/ssl/certs/ca-certificates.crt';

/** Runs a command and returns its output; throws with what it complained about. */
export function execute(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')}\n${(stderr || stdout).slice(-4000)}`);
  }
  return stdout.trim();
}

/**
 * Pulls the base image of the Dockerfile unless it is there. Where the registry cannot be reached,
 * Debian's packages, this process's Node and npm make an image of the same name.
 */
export function ensureBaseImage(image: string): 'was there' | 'pulled' | 'made' {
  if (succeeds('docker', ['image', 'inspect', image])) return 'was there';
  if (succeeds('docker', ['pull', '--quiet', image])) return 'pulled';
  makeBaseImage(image);
  return 'made';
}

function makeBaseImage(image: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-base-'));
  const inside = (path: string) => join(folder, path);
  try {
    // Node needs libatomic, which the smallest Debian does not have.
    const packages = '--include=libatomic1';
    execute('debootstrap', ['--variant=minbase', packages, 'bookworm', folder]);
    for (const place of ['usr/local/bin', 'usr/local/lib/node_modules', 'etc/ssl/certs']) {
      mkdirSync(inside(place), { recursive: true });
    }
    copyFileSync(process.execPath, inside('usr/local/bin/node'));
    const npm = join(dirname(execute('sh', ['-c', 'readlink -f "$(command -v npm)"'])), '..');
    cpSync(npm, inside('usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', inside('usr/local/bin/npm'));
    execute('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node']);
    // A proxy that reads TLS has a certificate of its own.
    if (CERTIFICATES) copyFileSync(CERTIFICATES, inside(CERTIFICATES_INSIDE));
    const changes = [
      'ENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
      ...(CERTIFICATES ? [`ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES_INSIDE}`] : []),
    ].map((change) => `--change '${change}'`);
    const load = `tar -C . -c . | docker import ${changes.join(' ')} - ${image}`;
    execute('sh', ['-c', load], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
