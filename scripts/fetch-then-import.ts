import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Every dynamic import of the client build goes through this helper of Vite. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('../app/ui/fetch-then-import.ts', import.meta.url));

/**
 * Replaces Vite's preload helper by app/ui/fetch-then-import.ts, and lists all files of each
 * dynamic import, including the module itself.
 */
export function fetchThenImport(): Plugin {
  let hasReplaced = false;
  return {
    name: 'fetch-then-import',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, files, { hostType }) =>
            hostType === 'html' || files.includes(file) ? files : [file, ...files],
        },
      },
    }),
    load(id) {
      if (id !== PRELOAD_HELPER) return null;
      hasReplaced = true;
      return `export { fetchThenImport as __vitePreload } from ${JSON.stringify(OURS)};`;
    },
    buildEnd(error) {
      if (!error && this.environment.name === 'client' && !hasReplaced) {
        throw new Error('The preload helper of Vite was renamed');
      }
    },
  };
}
