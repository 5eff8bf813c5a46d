import { expect, test, vi } from 'vitest';
import { FakeTime, settle } from '../../../tests/support/fake-time.ts';
import type { InboxScope } from '../protocol/views.ts';
import type { Figures } from '../protocol/inbox-figures.ts';
import { InboxFigures } from './inbox-figures.ts';

const at = (unread: number) => ({ unread }) as Figures;

function steps() {
  const due: (() => void)[] = [];
  return {
    timers: {
      after(_ms: number, work: () => void) {
        due.push(work);
        return () => {};
      },
    },
    pass: async () => {
      due.splice(0).forEach((work) => work());
      await settle();
    },
  };
}

test('hints that come during a question lead to one more, and its answer stays', async () => {
  const { timers, pass } = steps();
  const answers: ((figures: Figures) => void)[] = [];
  const counted: number[] = [];
  const figures = new InboxFigures({
    timers,
    read: () => new Promise((resolve) => answers.push(resolve)),
    scopeOf: () => 'mine',
    onCounted: ({ unread }) => counted.push(unread),
    onError: vi.fn<(error: unknown) => void>(),
  });
  const asked = [figures.ask(), figures.ask(), figures.ask()];
  await pass();
  expect(answers).toHaveLength(1);
  void figures.ask();
  answers[0]?.(at(4));
  await settle();
  await pass();
  expect(answers).toHaveLength(2);
  answers[1]?.(at(5));
  await Promise.all(asked);
  expect(counted).toEqual([4, 5]);
});

test('an answer about visitors that are no longer shown is dropped, and the others are asked about', async () => {
  const { timers, pass } = steps();
  let scope: InboxScope = 'mine';
  const counted: number[] = [];
  const figures = new InboxFigures({
    timers,
    read: (asked) => {
      scope = 'all';
      return Promise.resolve(at(asked === 'all' ? 7 : 4));
    },
    scopeOf: () => scope,
    onCounted: ({ unread }) => counted.push(unread),
    onError: vi.fn<(error: unknown) => void>(),
  });
  const asked = figures.ask();
  await pass();
  await pass();
  await asked;
  expect(counted).toEqual([7]);
});

test('what takes long to count is counted seldom: a tenth of the time at most', async () => {
  const time = new FakeTime();
  const begun: number[] = [];
  const start = time.now().getTime();
  const figures = new InboxFigures({
    timers: time,
    now: () => time.now().getTime(),
    read: () => {
      begun.push(time.now().getTime() - start);
      return new Promise((resolve) => time.after(129, () => resolve(at(1))));
    },
    scopeOf: () => 'mine',
    onCounted: () => {},
    onError: vi.fn<(error: unknown) => void>(),
  });
  for (let passed = 0; passed < 5000; passed += 50) {
    void figures.ask();
    await time.advance(50);
  }
  expect(begun).toEqual([200, 1619, 3038, 4457]);
});

test('after a question that failed the next hint asks again', async () => {
  const { timers, pass } = steps();
  const onError = vi.fn<(error: unknown) => void>();
  const onCounted = vi.fn<(figures: Figures) => void>();
  const read = vi.fn<() => Promise<Figures>>();
  read.mockRejectedValueOnce(new Error('no connection')).mockResolvedValueOnce(at(7));
  const figures = new InboxFigures({ timers, read, scopeOf: () => 'mine', onCounted, onError });
  const first = figures.ask();
  await pass();
  await first;
  expect(onError).toHaveBeenCalledOnce();
  const second = figures.ask();
  await pass();
  await second;
  expect(onCounted).toHaveBeenCalledExactlyOnceWith(at(7));
});
