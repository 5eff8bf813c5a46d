import { afterEach } from 'vitest';
import { Random } from '../fuzz/random.ts';

const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Everything random in a test file: `TEST_SEED` repeats the numbers of a run that failed. */
export const random = new Random(SEED);

afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`Random numbers: TEST_SEED=${SEED}\n`);
});
