import { join } from 'node:path';
import { build } from 'vite';
import { escapeUnicode } from './escape-unicode.ts';
import { messages } from './messages.ts';
import { PACKAGES_BESIDE, PROCESS_ENTRIES } from './installation-parts.ts';

/**
 * Vite is used only in development, and the others only if somebody installs them: development
 * packages bring supports-color, which `debug` would take into the bundle.
 */
const NOT_INSTALLED = ['vite', 'pg-native', 'supports-color'];

/**
 * Bundles the server, the operator's commands and React Router's build, because loading two
 * thousand modules takes half of a start. Modules that are not always needed, such as Redis, become
 * separate chunks.
 */
export async function bundleProcess(root: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [escapeUnicode(), messages()],
    // Only NODE_ENV is fixed at build time; all other variables are read at runtime.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: [...PACKAGES_BESIDE, ...NOT_INSTALLED] },
    build: {
      ssr: true,
      outDir: join(root, 'build/process'),
      minify: false,
      target: 'node22',
      // The licences of bundled packages must be distributed with them.
      license: { fileName: 'licenses.md' },
      rolldownOptions: { input: PROCESS_ENTRIES, output: { entryFileNames: '[name].js' } },
    },
  });
}
