import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('of more than there is room for, the one that was longest not used goes', () => {
  const known = new RecentlyUsed<string, number>(2);
  known.put('a', 1);
  known.put('b', 2);
  expect(known.get('a', () => 9)).toBe(1);
  known.put('c', 3);
  expect([known.find('a'), known.find('b'), known.find('c')]).toEqual([1, undefined, 3]);
  expect(known.size).toBe(2);
});

const step = fc.record({
  what: fc.constantFrom('put', 'drop', 'dropEven'),
  key: fc.integer({ min: 0, max: 12 }),
});

test('holds what a list does that is searched from its beginning', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { maxLength: 200 }),
      (most, steps) => {
        const known = new RecentlyUsed<number, number>(most);
        let list: number[] = [];
        for (const { what, key } of steps) {
          list = list.filter((one) => (what === 'dropEven' ? one % 2 !== 0 : one !== key));
          if (what === 'put') list = [...list, key].slice(-most);
          if (what === 'put') known.put(key, key);
          else if (what === 'drop') known.drop(key);
          else known.dropWhere((value) => value % 2 === 0);
          expect(known.size).toBe(list.length);
          expect(list.every((one) => known.find(one) === one)).toBe(true);
        }
      },
    ),
  );
});

test('what is used again and again takes no more room than what is kept', () => {
  const known = new RecentlyUsed<number, number>(10_000);
  const heapAfter = (times: number) => {
    for (let time = 0; time < times; time++) known.put(time % 500, time);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(100_000);
  expect(heapAfter(400_000) - before).toBeLessThan(5_000_000);
});
