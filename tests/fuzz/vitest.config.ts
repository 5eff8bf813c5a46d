import { defineConfig } from 'vitest/config';

/** `npm run test:fuzz`: hostile bytes on the raw port of the built product. */
export default defineConfig({
  test: {
    include: ['tests/fuzz/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: (Number(process.env.FUZZ_SECONDS ?? 20) + 300) * 1000,
    hookTimeout: 300_000,
  },
});
