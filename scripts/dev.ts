/**
 * `npm run dev`: runs the server with hot reloading, and restarts it when a file of server/
 * changes.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Vite resolves packages with the condition "development"; Node must load the same copies, or
// `instanceof` fails.
const flags = ['--conditions=development', '--watch-path=server'];
const server = spawn(process.execPath, [...flags, 'server/index.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, NODE_ENV: 'development' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
