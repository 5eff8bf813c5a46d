import { defineConfig } from 'vitest/config';

/** `npm run test:package`, `test:upgrade` and `test:image`: what people install, from its first command on. */
export default defineConfig({
  test: {
    include: ['tests/release/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // An upgrade takes three minutes where other programs share two processors.
    testTimeout: 600_000,
    // An image is built from nothing, with all packages downloaded.
    hookTimeout: 900_000,
  },
});
