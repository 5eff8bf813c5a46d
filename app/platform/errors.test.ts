import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { RefusedError } from './errors.ts';

test('a refusal carries what its reader needs and can be told from a fault', () => {
  const refusal = new RefusedError(409, 'Taken', 'email');
  expect(refusal).toMatchObject({ status: 409, message: 'Taken', field: 'email' });
  expect(refusal).toBeInstanceOf(Error);
  expect(new Error('Taken')).not.toBeInstanceOf(RefusedError);
});

test.each([
  [0, true],
  [429, true],
  [500, true],
  [503, true],
  [400, false],
  [401, false],
  [404, false],
  [409, false],
  [413, false],
])('a call that ended with %i may be tried again: %s', (status, canRetry) => {
  expect(new ApiError(status, '').canRetry).toBe(canRetry);
});
