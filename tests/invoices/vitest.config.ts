import { defineConfig } from 'vitest/config';

/** `npm run test:invoices`: what poppler and qpdf say about the files. */
export default defineConfig({
  test: {
    include: ['tests/invoices/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
