import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Licences that ask for no more than their text beside the software, or for changed files of their own. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
]);

/**
 * The library that decodes pictures stays a file of its own, which its licence (LGPL) requires: whoever has the
 * package can replace it.
 */
const LIBRARIES_OF_THEIR_OWN = /^@img\/sharp-/;
const ALLOWED_FOR_LIBRARIES: ReadonlySet<string> = new Set([...ALLOWED, 'LGPL-3.0-or-later']);

/** Development packages with parts that end up in the product: typefaces, drawings, style sheets, helpers of the build. */
const EMBEDDED: readonly string[] = [
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/instrument-sans',
  '@iconify-json/logos',
  '@phosphor-icons/core',
  'tailwindcss',
  'vite',
];

/** The licences that packages without a licence in their manifest declare elsewhere. */
const DECLARED_ELSEWHERE: Readonly<Record<string, string>> = {
  // In its Readme.md.
  'combine-errors': 'MIT',
  // In its LICENSE and in the old field `licenses`.
  'xmlhttprequest-ssl': 'MIT',
};

/** Software inside a package that is not itself a package. */
const INSIDE: readonly ThirdPartyPackage[] = [
  {
    name: 'PostgreSQL (in @electric-sql/pglite)',
    version: '',
    license: 'PostgreSQL',
    source: 'https://www.postgresql.org',
    texts: [readUsualText('PostgreSQL')],
  },
];

/** Also required by the licence named first. */
const FURTHER_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'LGPL-3.0-or-later': ['GPL-3.0-or-later'],
};

export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty if nobody knows one. */
  readonly license: string;
  readonly source: string;
  /** Licences and notices as the package has them, or the usual text of its licence. */
  readonly texts: readonly string[];
}

interface Manifest {
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly repository?: string | { readonly url: string };
}

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of the lock file, with its place such as `node_modules/sharp`. */
export interface PlacedPackage extends LockedPackage {
  readonly place: string;
  readonly name: string;
  readonly license: string;
}

/** The packages that `npm ci --omit dev` installs, on any system. */
export function readProductionPackages(root: string): readonly PlacedPackage[] {
  return readLockfile(root).filter(({ dev }) => !dev);
}

/**
 * The packages with parts in a package for this system. A bundle leaves out parts of a package, but
 * which ones changes with every build, so that all production packages are listed.
 */
export function readDistributedPackages(root: string): readonly PlacedPackage[] {
  // Node for development: an installation brings its own.
  const { optionalDependencies = {} } = readManifest(root);
  return readLockfile(root).filter(({ place, name, dev, devOptional }) => {
    const isPart = EMBEDDED.includes(name) || (!dev && !devOptional);
    const isOnThisSystem = existsSync(join(root, place, 'package.json'));
    return isPart && isOnThisSystem && !(name in optionalDependencies);
  });
}

export function readThirdParty(root: string): readonly ThirdPartyPackage[] {
  const found = readDistributedPackages(root).map((each) => readPackage(root, each));
  return [...found, ...INSIDE].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

/** Everything of others that browsers receive: the packages of these modules, and what is not a module. */
export function readBrowserParts(
  root: string,
  moduleIds: Iterable<string>,
): readonly ThirdPartyPackage[] {
  const bundled = new Set(
    [...moduleIds].flatMap((id) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []),
  );
  const names = new Set([...bundled, ...EMBEDDED, 'pdfjs-dist']);
  return readThirdParty(root).filter(({ name }) => names.has(name));
}

export function isAllowed(name: string, expression: string): boolean {
  const allowed = LIBRARIES_OF_THEIR_OWN.test(name) ? ALLOWED_FOR_LIBRARIES : ALLOWED;
  return expression
    .replaceAll(/[()]/g, '')
    .split(/ AND /)
    .every((part) => part.split(' OR ').some((license) => allowed.has(license)));
}

/** A text with every package, its licence and its source, and each licence text once. */
export function writeNotices(
  title: string,
  packages: readonly ThirdPartyPackage[],
  { withVersions }: { readonly withVersions: boolean },
): string {
  const nameIn = ({ name, version }: ThirdPartyPackage) =>
    withVersions && version !== '' ? `${name} ${version}` : name;
  const list = packages.map(
    (each) => `${nameIn(each)} (${each.license})${each.source === '' ? '' : ` ${each.source}`}`,
  );
  const holders = new Map<string, Set<string>>();
  for (const each of packages) {
    for (const text of each.texts) {
      holders.set(text, (holders.get(text) ?? new Set()).add(nameIn(each)));
    }
  }
  const texts = [...holders].map(([text, names]) => `${[...names].join(', ')}\n\n${text}`);
  const line = '-'.repeat(80);
  return `${[`${title}\n\n${[...new Set(list)].join('\n')}`, ...texts].join(`\n\n${line}\n\n`)}\n`;
}

function readLockfile(root: string): PlacedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => {
      const name = place.replace(/^.*node_modules\//, '');
      return { ...locked, place, name, license: locked.license ?? DECLARED_ELSEWHERE[name] ?? '' };
    });
}

function readPackage(
  root: string,
  { place, name, version, license }: PlacedPackage,
): ThirdPartyPackage {
  const folder = join(root, place);
  const manifest = readManifest(folder);
  const { repository, homepage = '' } = manifest;
  const address = (typeof repository === 'string' ? repository : repository?.url) ?? homepage;
  return {
    name,
    version,
    license,
    source: address
      .replace(/^git\+|\.git$/g, '')
      .replace(/^(?:git@|(?:git|ssh):\/\/(?:git@)?)([^/:]+)[/:]/, 'https://$1/')
      .replace(/^(?:github:)?([\w-]+\/[\w.-]+)$/, 'https://github.com/$1'),
    texts: readTexts(folder, license, manifest),
  };
}

function readTexts(folder: string, license: string, manifest: Manifest): string[] {
  // PDF.js has licences of its typefaces and decoders one folder below.
  const pattern = '{,*/}{LICEN[CS]E,licen[cs]e,Licen[cs]e,COPYING,NOTICE,OFL}*';
  const own = globSync(pattern, { cwd: folder, exclude: (path) => path === 'node_modules' })
    .filter((file) => !/\.(?:[cm]?[jt]s|json)$/.test(file))
    .toSorted()
    .map((file) => readText(join(folder, file)));
  const texts = own.length > 0 ? own : usualTexts(license, manifest);
  // Its Readme lists the licences of the libraries that it was built from.
  const readme = join(folder, 'README.md');
  return license.includes('LGPL') ? [...texts, readText(readme)] : texts;
}

function usualTexts(license: string, { author }: Manifest): string[] {
  const names = license.split(' AND ').flatMap((each) => [each, ...(FURTHER_TEXTS[each] ?? [])]);
  const holder = typeof author === 'string' ? author : author?.name;
  return names.map((name) => {
    const text = readUsualText(name);
    return holder && /^(?:MIT|ISC)$/.test(name) ? `Copyright (c) ${holder}\n\n${text}` : text;
  });
}

function readUsualText(license: string): string {
  return readText(fileURLToPath(new URL(`license-texts/${license}.txt`, import.meta.url)));
}

/** Without differences of line ends and spaces, so that equal texts are written once. */
function readText(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll(/[^\S\n]+$/gm, '')
    .trim();
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
