import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { TestClient, TestCluster } from '../support/cluster.ts';

test('processes that start at once on an empty database make one team and show its passwords once', async () => {
  const cluster = await TestCluster.start({ env: { DEMO: 'on' } });
  onTestFinished(() => cluster.stop());
  const shown = cluster.processes.filter(({ output }) => output.includes('Demo accounts'));
  expect(shown).toHaveLength(1);
  const { rows } = await cluster.database.db.execute<{ team: number; reviews: number }>(sql`
    select (select count(*)::int from profiles) team,
      (select count(*)::int - count(distinct (email, text))::int from service_reviews) reviews`);
  const accounts = /Demo accounts[^:]*:\n((?: {4}\w+ +\S+@\S+ +\S+\n)+)/.exec(
    shown[0]?.output ?? '',
  );
  const lines = accounts?.[1]?.trimEnd().split('\n') ?? [];
  expect(lines.length).toBeGreaterThan(0);
  expect(rows).toEqual([{ team: lines.length, reviews: 0 }]);
});

test('processes that start at once without a team print a set-up link each, which works on either', async () => {
  const cluster = await TestCluster.start({});
  onTestFinished(() => cluster.stop());
  const links = cluster.processes.flatMap(
    ({ output }) => /\/setup\?token=\S+/.exec(output)?.[0] ?? [],
  );
  expect(new Set(links).size).toBe(cluster.processes.length);
  const client = new TestClient();
  for (const link of links) {
    for (const process of cluster.processes) {
      const page = await client.fetch(process, link);
      expect(await page.text()).toContain('First admin');
    }
  }
});

test('a process starts without Redis, says what that means, and finds it later, and ends without it', async () => {
  const cluster = await TestCluster.start({ isRedisAway: true, count: 1 });
  onTestFinished(() => cluster.stop());
  const [process] = cluster.processes;
  if (!process) throw new Error('No process');
  expect(process.output).toMatch(
    /Redis at 127\.0\.0\.1:\d+ cannot be reached \(.+?\)\. The server starts/,
  );
  expect((await new TestClient().fetch(process, '/')).status).toBe(200);
  cluster.redis.mend();
  await expect.poll(() => process.output, { timeout: 10_000 }).toContain('Redis answers');
  cluster.redis.hang();
  await process.kill('SIGTERM');
  expect(process.isRunning).toBe(false);
});
