import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { messages } from './scripts/messages.ts';

const FILES = globSync([
  'app/**/*.test.{ts,tsx}',
  'server/**/*.test.ts',
  'db/**/*.test.ts',
  'tests/unit/**/*.test.ts',
  'tests/hostile/**/*.test.ts',
]);

/**
 * Needs a process of its own: what it does comes before modules are loaded, or takes their place, or
 * it counts what its connection to the database has prepared.
 */
const isAlone = (file: string) =>
  /vi\.(mock|hoisted)\(|pg_prepared_statements/.test(readFileSync(file, 'utf8'));

export default defineConfig({
  plugins: [messages()],
  test: {
    environment: 'node',
    // The thread of the database sets this flag for its process. By then Node's own WebAssembly, which removes the
    // types from its files, can already run code that relies on the opposite, and V8 crashes.
    execArgv: ['--no-wasm-deopt'],
    expect: {
      // A test whose assertions are never reached, as in a loop over nothing, proves nothing.
      requireAssertions: true,
      // Vitest's second is too short for a computer that has other things to do.
      poll: { timeout: 30_000 },
    },
    // Opening the in-memory database takes about a second, and several on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A shared CI machine may stall for seconds. The log marks what passes only the second time.
    retry: process.env.CI ? 1 : 0,
    globalSetup: 'tests/support/contract.ts',
    projects: [
      {
        extends: true,
        test: {
          // One process after the other would load the same modules and open the same database.
          name: 'together',
          include: FILES.filter((file) => !isAlone(file)),
          isolate: false,
          setupFiles: ['tests/support/property-setup.ts', 'tests/support/restore-globals.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: FILES.filter(isAlone),
          setupFiles: 'tests/support/property-setup.ts',
        },
      },
    ],
  },
});
