import { expect, test } from 'vitest';
import { TestClock } from '../../../../tests/support/database.ts';
import { Circuit } from './ask-model.server.ts';

test('an endpoint that is away for an hour is asked a few times, and at once when it is back', () => {
  const clock = new TestClock();
  const circuit = new Circuit(clock);
  const began = clock.now();
  let asked = 0;
  for (let second = 0; second < 3600; second += 5) {
    if (!circuit.pause) {
      asked += 1;
      circuit.begin();
      circuit.failed();
    }
    clock.advance(5000);
  }
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(16);
  expect(circuit.pause?.since).toEqual(began);
  clock.advance(10 * 60_000);
  expect(circuit.pause).toBeUndefined();
  // After the pause, one caller tests the endpoint for all others.
  circuit.begin();
  expect(circuit.pause).toBeDefined();
  circuit.succeeded();
  expect(circuit.pause).toBeUndefined();
});

test('one failure among answers pauses nothing', () => {
  const circuit = new Circuit(new TestClock());
  for (let times = 0; times < 20; times += 1) {
    circuit.failed();
    circuit.failed();
    expect(circuit.pause).toBeUndefined();
    circuit.succeeded();
  }
});
