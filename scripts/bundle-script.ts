import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { messages } from './messages.ts';

/** Bundles a file with all its imports into one minified classic script. */
export async function bundleScript(
  file: string,
): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  const result = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [messages()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} produced no script`);
  return { code: chunk.code.trim(), files: chunk.moduleIds };
}
