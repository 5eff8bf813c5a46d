import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: the built product while something around it breaks. */
export default defineConfig({
  test: {
    include: ['tests/faults/*.test.ts'],
    environment: 'node',
    setupFiles: 'tests/support/property-setup.ts',
    // A shared CI machine may stall for seconds.
    retry: process.env.CI ? 1 : 0,
    // Each file has servers enough of its own to keep a small machine busy.
    fileParallelism: false,
    // A thousand kills take an hour; what `npm run test:rest` asks takes minutes where nothing else runs.
    testTimeout: (Number(process.env.FAULT_KILLS) >= 100 ? 120 : 15) * 60_000,
    hookTimeout: 90_000,
    // Recovery is what is waited for here, on computers that may have other things to do.
    expect: { poll: { timeout: 30_000 } },
  },
});
