import { join } from 'node:path';
import { build } from 'vite';

/**
 * What stays a package beside the bundle: the embedded database reads files that lie with it, Vite
 * serves development alone, and Socket.IO's own parts belong to whoever looks into a running process.
 */
const BESIDE = ['@electric-sql/pglite', 'socket.io', 'vite', 'pg-native'];

/**
 * Puts the process and React Router's build into a few files: to find and read two thousand modules
 * one by one takes half of a start. What is not always needed, such as Redis, stays a file of its own.
 */
export async function bundleProcess(root: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // The environment is Node's: only what React and others choose by it is decided here.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: BESIDE },
    build: {
      ssr: true,
      rolldownOptions: { input: ['server/index.ts', 'server/render-thread.ts'] },
      outDir: join(root, 'build/process'),
      minify: false,
      target: 'node22',
    },
  });
}
