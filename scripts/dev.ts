/**
 * `npm run dev`: runs the server with hot reloading of the pages, and restarts it when a file of
 * server/ or an endpoint changes, which Node loads without Vite.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const watched = ['server', ...globSync('app/*/http{,.ts}', { cwd: ROOT })];
// Vite resolves packages with the condition "development"; Node must load the same copies, or
// `instanceof` fails.
const flags = [
  '--conditions=development',
  ...watched.map((path) => `--watch-path=${path}`),
  // As in vitest.config.ts: the thread of the database sets it too late for a process that strips types.
  '--no-wasm-deopt',
];
const server = spawn(process.execPath, [...flags, 'server/index.ts'], {
  cwd: ROOT,
  env: { ...process.env, NODE_ENV: 'development' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
