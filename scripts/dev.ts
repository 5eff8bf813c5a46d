/** `npm run dev`: the server with hot reloading; it restarts itself when a file of server/ changes. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Vite resolves packages for development; Node must load the same copies or their classes differ.
const flags = ['--conditions=development', '--watch-path=server'];
const server = spawn(process.execPath, [...flags, 'server/index.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, NODE_ENV: 'development' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
