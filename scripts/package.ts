/**
 * `npm run package`: writes the built product with its packages to build/embarka-VERSION.tar.gz.
 * The archive runs on the system type that made it, because sharp is native; on others, run `npm
 * install` in its folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENTS, PACKAGES_BESIDE, PROCESS_ENTRIES } from './installation-parts.ts';
import { writeSbom } from './sbom.ts';
import { readThirdParty, writeNotices } from './third-party-licenses.ts';

/**
 * Files for compilers and for authors of migrations, the weights of fonts that no invoice uses, and
 * the bundle's own list of licences.
 */
const LEFT_OUT =
  /\.map$|\/process\/licenses\.md$|\.d\.[cm]?ts$|_snapshot\.json$|\/Noto\w+-(?!Regular|Bold\.ttf)\w+\.[ot]tf$/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const product = readManifest(root);
const name = `${product.name}-${product.version}`;
const folder = join(root, 'build/package', name);

run(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale']);
rmSync(dirname(folder), { recursive: true, force: true });
for (const part of [...CONTENTS, ...packagesBeside()]) copy(part);
const title = `Software of others in ${product.name} ${product.version}, and its licences`;
const notices = writeNotices(title, readThirdParty(root), { withVersions: true });
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), notices);
writeFileSync(join(folder, 'sbom.cdx.json'), writeSbom(root));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
run('tar', ['-czf', join(root, `build/${name}.tar.gz`), '-C', dirname(folder), name]);
console.log(`build/${name}.tar.gz`);

function packagesBeside(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (wanted: string, from: string) => {
    const place = resolvePackage(wanted, from);
    if (found.has(place)) return;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = readManifest(join(root, place));
    const needed = Object.keys(dependencies).filter((one) => !one.startsWith('@types/'));
    for (const one of needed) visit(one, place);
    // Only the native packages of this system are installed.
    for (const one of Object.keys(optionalDependencies))
      if (isInstalled(one, place)) visit(one, place);
  };
  for (const one of PACKAGES_BESIDE) visit(one, '');
  return found;
}

/** Resolves a package like Node: beside the importing package, then in its parents. */
function resolvePackage(wanted: string, from: string): string {
  const place = join(from, 'node_modules', wanted);
  if (existsSync(join(root, place, 'package.json'))) return place;
  if (from === '') throw new Error(`The package ${wanted} is not installed: run npm ci`);
  const above = dirname(from);
  return resolvePackage(wanted, above === '.' ? '' : above);
}

function isInstalled(wanted: string, from: string): boolean {
  try {
    resolvePackage(wanted, from);
    return true;
  } catch {
    return false;
  }
}

function copy(part: string): void {
  cpSync(join(root, part), join(folder, part), {
    recursive: true,
    filter: (path) =>
      !LEFT_OUT.test(path) && !relative(join(root, part), path).startsWith('node_modules'),
  });
}

/** Maps the commands of the README to the bundled files. */
function manifest(): object {
  const commands = Object.entries(product.scripts).flatMap(([command, line]) => {
    const entry = /^node scripts\/([\w-]+)\.ts$/.exec(line)?.[1] ?? '';
    return entry in PROCESS_ENTRIES ? [[command, `node build/process/${entry}.js`]] : [];
  });
  const { version, license, dependencies = {} } = product;
  return {
    name: product.name,
    version,
    private: true,
    license,
    type: 'module',
    scripts: { start: 'node build/process/index.js', ...Object.fromEntries(commands) },
    // The minimum version for React Router.
    engines: { node: readManifest(join(root, 'node_modules/react-router')).engines.node },
    dependencies: Object.fromEntries(PACKAGES_BESIDE.map((one) => [one, dependencies[one]])),
  };
}

function readManifest(place: string): Manifest {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest;
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
