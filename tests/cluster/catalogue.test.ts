import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAST } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';

let cluster: TestCluster;
let one: TestProcess;
let other: TestProcess;
let ines: TestClient;

beforeAll(async () => {
  cluster = await TestCluster.start({ prepare: makeCast });
  [one, other] = cluster.processes as [TestProcess, TestProcess];
  ines = new TestClient();
  const { email, password } = CAST.ines;
  await ines.submit(one, '/login', { email, password });
});

afterAll(() => cluster.stop());

const ask = (from: TestProcess, path: string) => new TestClient().fetch(from, path);
/** The prices on a page, and not the whole of it: a failure is to be read. */
const read = async (from: TestProcess, path: string) =>
  (await (await ask(from, path)).text()).match(/\d,\d{3}/g)?.join(' ') ?? '';
/** The processes look every second (`ROUNDS_OF_MANY`); a busy machine takes longer. */
const SOON = { timeout: 15_000 };
const BOOKS = '/services/graphics/book-design';

/** Changes the price of a service on one process and publishes it, as the forms do. */
async function publishPrice(price: string): Promise<void> {
  const table = await (await ines.fetch(one, '/team/catalogue?q=Book+Design')).text();
  const id = /catalogue\/service\/([\w-]{36})/.exec(table)?.[1] ?? '';
  await ines.submit(one, '/team/catalogue', { intent: 'save', kind: 'service', entry: id, price });
  const page = await (await ines.fetch(one, '/team/catalogue/publish')).text();
  const draft = /value="(service [\w-]+ \d+)"/.exec(page)?.[1] ?? '';
  const answer = await ines.submit(one, '/team/catalogue/publish', { intent: 'publish', draft });
  expect(await answer.text()).toContain('is live');
}

test('a publication is on every process, on every page that shows it', async () => {
  const pages = [BOOKS, '/services/graphics', '/services', '/service-cards'];
  // Rendered twice: the second answer is a kept one.
  for (const path of [...pages, ...pages]) expect(await read(other, path)).toContain('1,750');
  await publishPrice('1987');
  for (const path of pages) {
    await expect.poll(() => read(other, path), SOON).toContain('1,987');
    expect(await read(one, path)).toContain('1,987');
    expect(await read(other, path)).not.toContain('1,750');
  }
});

test('while Redis is away the other process finds it by itself', async () => {
  expect(await read(other, BOOKS)).toContain('1,987');
  cluster.redis.cut();
  try {
    await publishPrice('1990');
    await expect.poll(() => read(other, BOOKS), SOON).toContain('1,990');
  } finally {
    cluster.redis.mend();
  }
});

test('a process that starts later begins with what was published', async () => {
  await other.kill();
  const again = cluster.startAnother(other.port);
  await again.ready;
  expect(await read(again, BOOKS)).toContain('1,990');
});
