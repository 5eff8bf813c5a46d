import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDistributedPackages, type PlacedPackage } from './third-party-licenses.ts';

/**
 * Lists the software of a package as CycloneDX JSON. `npm sbom --omit dev` leaves out packages that
 * development packages need as well, such as React (npm 11.19).
 */
export function writeSbom(root: string): string {
  const { name, version, license, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license: string; dependencies: Record<string, string> };
  const packages = readDistributedPackages(root);
  const byPlace = new Map(packages.map((each) => [each.place, each]));
  const product = packageUrl(name, version);
  // Two copies of one version are one component.
  const components = new Map(packages.map((each) => [refOf(each), each]));
  const needed = new Map([[product, refsOf(byPlace, Object.keys(dependencies), '')]]);
  for (const each of packages) {
    const refs = refsOf(byPlace, wantedBy(each), each.place);
    needed.set(refOf(each), refs.union(needed.get(refOf(each)) ?? new Set()));
  }
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': product,
        name,
        version,
        purl: product,
        licenses: licensesOf(license),
      },
    },
    components: [...components].map(([ref, each]) => ({
      type: 'library',
      'bom-ref': ref,
      name: each.name,
      version: each.version,
      purl: ref,
      licenses: licensesOf(each.license),
      hashes: hashesOf(each),
    })),
    dependencies: [...needed].map(([ref, refs]) => ({ ref, dependsOn: [...refs].toSorted() })),
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function refOf({ name, version }: PlacedPackage): string {
  return packageUrl(name, version);
}

/** The address of a package as https://github.com/package-url/purl-spec writes it. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** An identifier, or an expression of several. */
function licensesOf(license: string): readonly object[] {
  return / (?:AND|OR|WITH) /.test(license)
    ? [{ expression: license }]
    : [{ license: { id: license } }];
}

function hashesOf({ integrity }: PlacedPackage): readonly object[] {
  const [, content] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  if (!content) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
}

function wantedBy(each: PlacedPackage): readonly string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = each;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

/** The packages of these names that are on this system, as the package in this place finds them. */
function refsOf(
  byPlace: ReadonlyMap<string, PlacedPackage>,
  names: readonly string[],
  from: string,
): ReadonlySet<string> {
  return new Set(
    names.flatMap((wanted) => {
      const found = resolve(byPlace, wanted, from);
      return found ? [refOf(found)] : [];
    }),
  );
}

/** Resolves like Node: beside the package that wants it, then in its parents. */
function resolve(
  byPlace: ReadonlyMap<string, PlacedPackage>,
  wanted: string,
  from: string,
): PlacedPackage | undefined {
  const found = byPlace.get(`${from === '' ? '' : `${from}/`}node_modules/${wanted}`);
  if (found || from === '') return found;
  const above = from.lastIndexOf('/node_modules/');
  return resolve(byPlace, wanted, above === -1 ? '' : from.slice(0, above));
}
