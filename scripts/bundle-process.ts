import { join } from 'node:path';
import { build } from 'vite';
import { PACKAGES_BESIDE, PROCESS_ENTRIES } from './installation-parts.ts';

/** Asked for in development alone, or only where somebody installed it. */
const NOT_INSTALLED = ['vite', 'pg-native'];

/**
 * Puts the process, the operator's commands and React Router's build into a few files: to find and read
 * two thousand modules one by one takes half of a start. What is not always needed, such as Redis,
 * stays a file of its own.
 */
export async function bundleProcess(root: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // The environment is Node's: only what React and others choose by it is decided here.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: [...PACKAGES_BESIDE, ...NOT_INSTALLED] },
    build: {
      ssr: true,
      outDir: join(root, 'build/process'),
      minify: false,
      target: 'node22',
      // Whoever passes the packages on passes on what their authors ask for.
      license: { fileName: 'licenses.md' },
      rolldownOptions: { input: PROCESS_ENTRIES, output: { entryFileNames: '[name].js' } },
    },
  });
}
