import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'app/**/*.test.{ts,tsx}',
      'server/**/*.test.ts',
      'db/**/*.test.ts',
      'tests/unit/**/*.test.ts',
      'tests/hostile/**/*.test.ts',
    ],
    environment: 'node',
    // Each file that opens the in-memory database pays about a second for it.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
