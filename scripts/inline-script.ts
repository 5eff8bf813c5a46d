import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const QUERY = '?inline-script';

/**
 * `import text from './file.ts?inline-script'`: bundles the file into a small script for inlining
 * into a page. The client bundle gets an empty string, because the page already contains the
 * script.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(QUERY)) return null;
      const found = await this.resolve(id.slice(0, -QUERY.length), importer);
      // Vite would compile an id with the extension of a source file.
      return found && `\0${found.id}${QUERY}`;
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(QUERY)) return null;
      if (this.environment.name === 'client') return 'export default "";';
      const file = id.slice(1, -QUERY.length);
      const { code, files } = await bundleScript(file);
      for (const source of files) this.addWatchFile(source);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
