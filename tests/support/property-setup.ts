import { propertyRuns } from './property-runs.ts';

const { PROPERTY_FACTOR, TEST_SEED } = process.env;

/** fast-check prints the seed of a property that fails; `TEST_SEED` gives it to every property. */
if (PROPERTY_FACTOR !== undefined || TEST_SEED !== undefined) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({
    ...propertyRuns(100),
    ...(TEST_SEED !== undefined && { seed: Number(TEST_SEED) }),
  });
}
