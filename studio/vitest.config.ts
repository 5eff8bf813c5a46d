import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    // A test whose assertions are never reached proves nothing.
    expect: { requireAssertions: true },
    isolate: false,
  },
});
