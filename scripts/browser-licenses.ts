import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readBrowserParts, writeNotices } from './third-party-licenses.ts';

/** The style sheet of every page names this address. */
const NAME = 'licenses.txt';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Adds the licences of everything that browsers receive; minifying removes them from the scripts. */
export function browserLicenses(): Plugin {
  return {
    name: 'browser-licenses',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((each) =>
        each.type === 'chunk' ? each.moduleIds : [],
      );
      const title = 'Software of others that these pages use, and its licences';
      // Versions would tell strangers which known vulnerabilities to try.
      const source = writeNotices(title, readBrowserParts(ROOT, modules), { withVersions: false });
      this.emitFile({ type: 'asset', fileName: NAME, source });
    },
  };
}
