import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
  version: string;
};

/** The version in the path lets browsers keep the files for ever. PDF.js knows its version, too. */
const FOLDER = `assets/pdfjs-${version}/`;

/**
 * Adds the files that PDF.js loads by name while it shows a document: its worker, character maps for East Asian
 * documents, typefaces for documents without their own, and decoders of scans. The policy of pages forbids
 * WebAssembly, so the decoders are the slower ones in JavaScript.
 */
export function pdfFiles(): Plugin {
  const files = listFiles();
  return {
    name: 'pdf-files',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const [name, path] of files) {
        this.emitFile({ type: 'asset', fileName: FOLDER + name, source: readFileSync(path) });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FOLDER}`, ({ url = '' }, response, next) => {
        const path = files.get(url.slice(1));
        if (!path) return next();
        if (path.endsWith('js')) response.setHeader('Content-Type', 'text/javascript');
        createReadStream(path).pipe(response);
      });
    },
  };
}

/** Paths in the package by name, without the decoders and scripts that are never asked for. */
function listFiles(): ReadonlyMap<string, string> {
  const inFolder = (folder: string, pattern: RegExp) =>
    readdirSync(join(PACKAGE, folder))
      .filter((name) => pattern.test(name))
      .map((name) => [`${folder}/${name}`, join(PACKAGE, folder, name)] as const);
  return new Map([
    ['worker.js', join(PACKAGE, 'legacy/build/pdf.worker.min.mjs')],
    ['LICENSE', join(PACKAGE, 'LICENSE')],
    ...inFolder('cmaps', /\.bcmap$|^LICENSE/),
    ...inFolder('standard_fonts', /\.(?:pfb|ttf)$|^LICENSE/),
    ...inFolder('wasm', /_nowasm_fallback\.js$|^LICENSE/),
  ]);
}
