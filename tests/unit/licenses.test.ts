import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeSbom } from '../../scripts/sbom.ts';
import {
  isAllowed,
  readBrowserParts,
  readDistributedPackages,
  readProductionPackages,
  readThirdParty,
  writeNotices,
} from '../../scripts/third-party-licenses.ts';

const root = join(import.meta.dirname, '../..');
const THIRD_PARTY = readThirdParty(root);
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

describe('the licence of a package', () => {
  test('is one that may be distributed, for every production package on every system', () => {
    const packages = readProductionPackages(root);
    expect(packages.length).toBeGreaterThan(400);
    const refused = packages.filter(({ name, license }) => !isAllowed(name, license));
    expect(refused.map(({ name, license }) => `${name}: ${license || 'none'}`)).toEqual([]);
  });

  test('is one that may be distributed, for typefaces, icons and payment marks', () => {
    expect(THIRD_PARTY.filter(({ name, license }) => !isAllowed(name, license))).toEqual([]);
    const found = Object.fromEntries(THIRD_PARTY.map(({ name, license }) => [name, license]));
    expect(found).toMatchObject({
      '@fontsource-variable/bricolage-grotesque': 'OFL-1.1',
      '@fontsource-variable/instrument-sans': 'OFL-1.1',
      '@iconify-json/logos': 'CC0-1.0',
      '@phosphor-icons/core': 'MIT',
    });
  });

  test.each([
    ['a package', 'MIT', true],
    ['a package', '(MIT OR GPL-3.0-only)', true],
    ['a package', 'Apache-2.0 AND MIT', true],
    ['a package', 'GPL-3.0-only', false],
    ['a package', 'MIT AND GPL-3.0-only', false],
    ['a package', 'LGPL-3.0-or-later', false],
    ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
    ['a package', 'UNLICENSED', false],
    ['a package', '', false],
  ])('of %s that says %j is judged', (name, license, verdict) => {
    expect(isAllowed(name, license)).toBe(verdict);
  });
});

describe('the notices', () => {
  test('have a text and a source for every package', () => {
    expect(THIRD_PARTY.filter(({ texts }) => texts.some((text) => text.length < 100))).toEqual([]);
    expect(THIRD_PARTY.filter(({ texts }) => texts.length === 0)).toEqual([]);
    expect(THIRD_PARTY.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
    const notices = writeNotices('Title', THIRD_PARTY, { withVersions: true });
    for (const [name, version] of Object.entries(dependencies)) {
      expect(notices).toContain(`\n${name} ${version} (`);
    }
    // The library's licence refers to the other one, and its Readme lists what it was built from.
    const library = THIRD_PARTY.find(({ name }) => name.startsWith('@img/sharp-libvips'));
    expect(library?.texts.join('\n')).toMatch(/LESSER GENERAL[^]*GNU GENERAL[^]*Library +\|/);
    expect(notices).toContain('PostgreSQL Global Development Group');
  });

  test('write a text once that several packages share', () => {
    const one = { version: '1.0.0', license: 'MIT', source: 'https://a.example', texts: ['Text'] };
    const parts = [
      { ...one, name: 'a' },
      { ...one, name: 'b' },
    ];
    expect(writeNotices('Title', parts, { withVersions: false })).toBe(
      `Title\n\na (MIT) https://a.example\nb (MIT) https://a.example\n\n${'-'.repeat(80)}\n\na, b\n\nText\n`,
    );
  });

  test('for browsers have the packages of their modules, typefaces, drawings and decoders', () => {
    const modules = [
      '/place/node_modules/react/index.js',
      '/place/node_modules/@simplewebauthn/browser/esm/index.js',
      '/place/app/root.tsx',
    ];
    const names = readBrowserParts(root, modules).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react', '@simplewebauthn/browser', '@phosphor-icons/core']),
    );
    expect(names).not.toContain('pg');
    const decoders = readBrowserParts(root, []).find(({ name }) => name === 'pdfjs-dist');
    // Its own, of its typefaces, character maps, and decoders.
    expect(decoders?.texts.length).toBeGreaterThan(5);
  });
});

test('the SBOM has every production package of this system with version, licence, address and hash', () => {
  const sbom = JSON.parse(writeSbom(root)) as {
    components: readonly {
      name: string;
      version: string;
      purl: string;
      licenses: readonly object[];
      hashes: readonly object[];
    }[];
    dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
  };
  const listed = sbom.components.map(({ name, version }) => `${name}@${version}`);
  expect(listed).toEqual(expect.arrayContaining(['react@19.3.1', 'pg@8.23.1']));
  const expected = readDistributedPackages(root).map(({ name, version }) => `${name}@${version}`);
  expect(new Set(listed)).toEqual(new Set(expected));
  expect(sbom.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(dependencies)),
  );
  for (const { name, version, purl, licenses, hashes } of sbom.components) {
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
    expect(licenses).toHaveLength(1);
    expect(hashes, name).toHaveLength(1);
  }
  const refs = new Set(sbom.dependencies.map(({ ref }) => ref));
  expect(
    sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref)),
  ).toEqual([]);
  expect(sbom.dependencies[0]?.dependsOn).toHaveLength(Object.keys(dependencies).length);
});
