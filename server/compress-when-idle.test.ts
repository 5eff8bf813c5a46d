import { expect, test } from 'vitest';
import { compressWhenIdle } from './assets.ts';

test('one page a turn is compressed anew, and none while the process is at work', async () => {
  let utilization = 0.9;
  let compressed = 0;
  const pages = {
    compressOne: () => {
      compressed += 1;
      return Promise.resolve(true);
    },
  };
  const run = compressWhenIdle(pages, () => ({ idle: 0, active: 0, utilization }));
  await run();
  expect(compressed).toBe(0);
  utilization = 0.1;
  await run();
  await run();
  expect(compressed).toBe(2);
});
