import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newestMigration } from '../app/platform/db/migrate.server.ts';
import { Health } from './operator-handlers.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openDatabase() {
  const questions: ((isThere: boolean) => void)[] = [];
  const query = () =>
    new Promise((resolve, reject) => {
      questions.push((isThere) =>
        isThere
          ? resolve({ rows: [{ newest: String(newestMigration()) }] })
          : reject(new Error('gone')),
      );
    });
  const answerNext = async (isThere: boolean) => {
    questions.shift()?.(isThere);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { health: new Health({ query } as unknown as pg.Pool), questions, answerNext };
}

const saidAtOnce = async (health: Health) => {
  const awaited = vi.advanceTimersByTimeAsync(0).then(() => 'awaited');
  return Promise.race([health.readiness().then(({ isReady }) => isReady), awaited]);
};

test('many who ask within a second are answered by one look', async () => {
  const { health, questions, answerNext } = openDatabase();
  const asked = Promise.all([health.readiness(), health.readiness()]);
  expect(questions).toHaveLength(1);
  await answerNext(true);
  expect((await asked).map(({ isReady }) => isReady)).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(900);
  expect(await saidAtOnce(health)).toBe(true);
  expect(questions).toHaveLength(0);
});

test('a database that is busy keeps nobody waiting who asks each second, until it has been for a second', async () => {
  const { health, questions, answerNext } = openDatabase();
  const first = health.readiness();
  await answerNext(true);
  expect((await first).isReady).toBe(true);

  await vi.advanceTimersByTimeAsync(1500);
  expect(await saidAtOnce(health)).toBe(true);
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(await saidAtOnce(health)).toBe('awaited');
  const told = health.readiness();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await told).toMatchObject({ isReady: false, parts: { database: 'failing' } });
});

test('a database that is gone is told with the first look that finds it so', async () => {
  const { health, answerNext } = openDatabase();
  const first = health.readiness();
  await answerNext(true);
  await first;
  await vi.advanceTimersByTimeAsync(1100);
  expect(await saidAtOnce(health)).toBe(true);
  await answerNext(false);
  expect(await saidAtOnce(health)).toBe(false);
});

test('a look that ends after a newer one says nothing any more', async () => {
  const { health, answerNext, questions } = openDatabase();
  const first = health.readiness();
  await vi.advanceTimersByTimeAsync(1500);
  const second = health.readiness();
  const [older] = questions.splice(0, 1);
  await answerNext(true);
  expect((await second).isReady).toBe(true);
  older?.(false);
  await first;
  expect(await saidAtOnce(health)).toBe(true);
});
