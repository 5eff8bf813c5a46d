import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAST } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';

let cluster: TestCluster;
let one: TestProcess;
let other: TestProcess;
let henrik: TestClient;

beforeAll(async () => {
  cluster = await TestCluster.start({ prepare: makeCast, env: { BRAND_NAME: 'Quayside' } });
  [one, other] = cluster.processes as [TestProcess, TestProcess];
  henrik = new TestClient();
  const { email, password } = CAST.henrik;
  await henrik.submit(one, '/login', { email, password });
});

afterAll(() => cluster.stop());

const read = async (from: TestProcess, path: string) =>
  (await new TestClient().fetch(from, path)).text();

/** Saves on one process, as its form does. */
async function rename(from: string, to: string): Promise<void> {
  const answer = await henrik.submit(one, '/team/settings', {
    intent: 'save',
    'shown.BRAND_NAME': from,
    BRAND_NAME: to,
  });
  expect(answer.headers.get('Location')).toBe('/team/settings?saved=BRAND_NAME');
}

test('what is saved on one process is on the other’s kept pages at once', async () => {
  // Rendered twice: the second answer is a kept one.
  for (const path of ['/', '/', '/terms']) expect(await read(other, path)).toContain('Quayside');
  await rename('Quayside', 'Harbour');
  expect(await read(one, '/')).toContain('Harbour');
  for (const path of ['/', '/terms', '/manifest']) {
    await expect.poll(() => read(other, path), { timeout: 2000 }).toContain('Harbour');
    expect(await read(other, path)).not.toContain('Quayside');
  }
});

test('while Redis is away the other process finds it by itself', async () => {
  expect(await read(other, '/')).toContain('Harbour');
  cluster.redis.cut();
  try {
    await rename('Harbour', 'Pier');
    expect(await read(one, '/')).toContain('Pier');
    // The minute that a kept page lives would be too long to wait for.
    await expect.poll(() => read(other, '/'), { timeout: 15_000 }).toContain('Pier');
  } finally {
    cluster.redis.mend();
  }
});

test('a process that starts later begins with what was saved', async () => {
  await other.kill();
  const again = cluster.startAnother(other.port);
  await again.ready;
  expect(again.output).toContain('Pier is ready');
  expect(await read(again, '/terms')).toContain('Pier');
});
