import { expect, test } from 'vitest';
import { TestClock } from '../../tests/support/database.ts';
import { Remembered, type Reading } from './remembered.ts';

/** A cache whose reads end when the test says so. */
function openReadings() {
  const readings: PromiseWithResolvers<Reading<string>>[] = [];
  const clock = new TestClock();
  const remembered = new Remembered(
    () => {
      const reading = Promise.withResolvers<Reading<string>>();
      readings.push(reading);
      return reading.promise;
    },
    clock,
    3_000,
  );
  return { remembered, clock, readings };
}

test('is read once for all who ask meanwhile, and not again while it is true', async () => {
  const { remembered, clock, readings } = openReadings();
  const asked = [remembered.read(), remembered.read()];
  readings[0]!.resolve({ value: 'online' });
  expect(await Promise.all(asked)).toEqual(['online', 'online']);
  clock.advance(2_999);
  expect(await remembered.read()).toBe('online');
  expect(readings).toHaveLength(1);
  clock.advance(1);
  expect(remembered.current).toBeUndefined();
});

test('is true until the moment it said, and not while the clock says an earlier time', async () => {
  const { remembered, clock, readings } = openReadings();
  const asked = remembered.read();
  readings[0]!.resolve({ value: 'closed', until: new Date(clock.now().getTime() + 500) });
  await asked;
  clock.advance(499);
  expect(remembered.current).toBe('closed');
  clock.advance(1);
  expect(remembered.current).toBeUndefined();
  clock.advance(-501);
  expect(remembered.current).toBeUndefined();
});

test('what was read before it changed is given to nobody who asks after that', async () => {
  const { remembered, readings } = openReadings();
  const before = remembered.read();
  remembered.forget();
  const after = remembered.read();
  readings[1]!.resolve({ value: 'new' });
  expect(await after).toBe('new');
  readings[0]!.resolve({ value: 'old' });
  expect(await before).toBe('old');
  expect(await remembered.read()).toBe('new');
});

test('a reading that fails is tried again by the next who asks', async () => {
  const { remembered, readings } = openReadings();
  const failing = remembered.read();
  readings[0]!.reject(new Error('The database is away'));
  await expect(failing).rejects.toThrow('The database is away');
  const again = remembered.read();
  readings[1]!.resolve({ value: 'online' });
  expect(await again).toBe('online');
});
