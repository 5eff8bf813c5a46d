import { expect, test } from 'vitest';
import { Together } from './together.ts';

function openReading(atOnce = 100) {
  const asked: (readonly number[])[] = [];
  const goOn: (() => void)[] = [];
  const together = new Together<number, string>(async (questions) => {
    asked.push(questions);
    await new Promise<void>((resolve) => goOn.push(resolve));
    if (questions.includes(0)) throw new Error('away');
    return questions.map((question) => `answer ${question}`);
  }, atOnce);
  const next = async () => {
    await expect.poll(() => goOn.length).toBeGreaterThan(0);
    goOn.shift()?.();
  };
  return { together, asked, next };
}

test('what is asked in one moment is read at once, and what comes meanwhile with the next', async () => {
  const { together, asked, next } = openReading();
  const first = [1, 2].map((question) => together.ask(question));
  await expect.poll(() => asked.length).toBe(1);
  const second = [3, 1].map((question) => together.ask(question));
  await next();
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
  await next();
  expect(await Promise.all(second)).toEqual(['answer 3', 'answer 1']);
  expect(asked).toEqual([
    [1, 2],
    [3, 1],
  ]);
});

test('no more are read at once than the bound, and nobody is left over', async () => {
  const { together, asked, next } = openReading(2);
  const all = Promise.all([1, 2, 3].map((question) => together.ask(question)));
  await next();
  await next();
  expect(await all).toEqual(['answer 1', 'answer 2', 'answer 3']);
  expect(asked).toEqual([[1, 2], [3]]);
});

test('a fault is told to those who were asked for together, and to nobody after them', async () => {
  const { together, next } = openReading();
  const failed = Promise.allSettled([together.ask(0), together.ask(1)]);
  await next();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = together.ask(2);
  await next();
  expect(await after).toBe('answer 2');
});
