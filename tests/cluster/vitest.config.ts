import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: several processes of the built product on PostgreSQL and Redis. */
export default defineConfig({
  test: {
    include: ['tests/cluster/*.test.ts'],
    environment: 'node',
    // A shared CI machine may stall for seconds.
    retry: process.env.CI ? 1 : 0,
    // Each file has servers enough of its own to keep a small machine busy.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Vitest's second is too short for a computer that has other things to do.
    expect: { poll: { timeout: 30_000 } },
  },
});
