import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync, Visitor, type Plugin } from 'vite';
import { readCatalogue } from '../app/i18n/read-catalogue.server.ts';
import { readMessages } from '../app/i18n/read-messages.server.ts';
import { LANGUAGES } from '../app/platform/languages.ts';

const FOLDER = fileURLToPath(new URL('../app/i18n/', import.meta.url));
const READER = join(FOLDER, 'read-messages.server.ts');
const TRANSLATE = join(FOLDER, 'translate.ts');
const CATALOGUE = /\/app\/i18n\/([a-z-]+)\/([\w-]+)\.po$/;

/** The server's build has the names of the client's files. */
const FILES = join(FOLDER, 'message-files.server.ts');
const LOADER = join(FOLDER, 'message-files.browser.ts');

/**
 * Compiles message catalogues. In a browser, a PO file is a module of its own, and a module that says a plural brings its
 * compiled English form, so that English pages load no messages. On the server, all translations are in the bundle.
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
      const known = LANGUAGES.find((each) => each === language);
      if (!known) return null;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(compileCatalogue(readCatalogue(known, name)))};`;
    },
    transform(code, id) {
      const [file = ''] = id.split('?', 1);
      if (this.environment.config.consumer !== 'client' || !/\.tsx?$/.test(file)) return null;
      if (!code.includes(', plural, ')) return null;
      const forms = compileCatalogue(pluralsIn(file, code));
      const register = `import { addMessages as __addMessages } from ${JSON.stringify(TRANSLATE)};\n__addMessages('en', ${JSON.stringify(forms)});`;
      return { code: `${code}\n${register}`, map: null };
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const files: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const [, language, name] = CATALOGUE.exec(chunk.facadeModuleId ?? '') ?? [];
        if (language) files[`${language}/${name}`] = `/${chunk.fileName}`;
        if (chunk.facadeModuleId === LOADER) files.loader = `/${chunk.fileName}`;
      }
      writeFileSync(manifest, JSON.stringify(files));
    },
  };
}

function readFiles(manifest: string): string {
  return existsSync(manifest) ? readFileSync(manifest, 'utf8') : '{}';
}

/** Texts without plurals stay texts, which the browser fills in itself. */
function compileCatalogue(catalogue: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(catalogue).map(([id, text]) => [
      id,
      text.includes(', plural, ') ? compileMessageOrThrow(text) : text,
    ]),
  );
}

function pluralsIn(file: string, code: string): Record<string, string> {
  const found: Record<string, string> = {};
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string' && value.includes(', plural, ')) found[value] = value;
    },
  }).visit(parseSync(file, code).program);
  return found;
}
