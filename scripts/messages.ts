import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readCatalogue } from '../app/i18n/read-catalogue.server.ts';
import { readMessages } from '../app/i18n/read-messages.server.ts';
import { LANGUAGES } from '../app/platform/languages.ts';

const FOLDER = fileURLToPath(new URL('../app/i18n/', import.meta.url));
const READER = join(FOLDER, 'read-messages.server.ts');
const CATALOGUE = /\/app\/i18n\/([a-z-]+)\/([\w-]+)\.po$/;

/** The server's build has the names of the client's files. */
const FILES = join(FOLDER, 'message-files.server.ts');
/** Lists of catalogues, which a page loads before its catalogues. */
const LISTS: Readonly<Record<string, string>> = {
  [join(FOLDER, 'message-files.browser.ts')]: 'list',
  [join(FOLDER, 'team-message-files.browser.ts')]: 'team-list',
};

/**
 * Reads message catalogues. In a browser, a PO file is a module of its own, which only pages in its language load. On
 * the server, all translations are in the bundle.
 */
export function messages(): Plugin {
  let manifest = '';
  return {
    name: 'messages',
    configResolved({ root }) {
      manifest = join(root, 'build/message-files.json');
    },
    load(id) {
      const [file = ''] = id.split('?', 1);
      if (file === READER) {
        return `export const readMessages = () => (${JSON.stringify(readMessages())});`;
      }
      if (file === FILES && this.environment.mode === 'build') {
        return `export const messageFiles = ${readFiles(manifest)};`;
      }
      const [, language, name = ''] = CATALOGUE.exec(file) ?? [];
      if (language === undefined) return null;
      const known = LANGUAGES.find((each) => each === language);
      // A translation may be under way before its language is in the list.
      if (!known) return 'export default {};';
      this.addWatchFile(file);
      return `export default ${JSON.stringify(readCatalogue(known, name))};`;
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const files: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const [, language, name] = CATALOGUE.exec(chunk.facadeModuleId ?? '') ?? [];
        if (language) files[`${language}/${name}`] = `/${chunk.fileName}`;
        const list = LISTS[chunk.facadeModuleId ?? ''];
        if (list) files[list] = `/${chunk.fileName}`;
      }
      writeFileSync(manifest, JSON.stringify(files));
    },
  };
}

function readFiles(manifest: string): string {
  return existsSync(manifest) ? readFileSync(manifest, 'utf8') : '{}';
}
