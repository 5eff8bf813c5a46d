import { defineConfig } from 'vitest/config';

/** `npm run test:proxy`: two processes of the built product behind Caddy and nginx, as `deploy/` sets them up. */
export default defineConfig({
  test: {
    include: ['tests/proxy/*.test.ts'],
    environment: 'node',
    // A shared CI machine may stall for seconds.
    retry: process.env.CI ? 1 : 0,
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
