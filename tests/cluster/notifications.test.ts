import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { systemClock } from '../../app/platform/clock.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';
import { browserKeys } from '../support/push.ts';

/** Every process looks for pushes this often. */
const ROUND_MS = 5000;

let cluster: TestCluster;
let one: TestProcess;
let other: TestProcess;
const [maya, elena] = [new TestClient(), new TestClient()];

beforeAll(async () => {
  cluster = await TestCluster.start({ prepare: makeCast });
  [one, other] = cluster.processes as [TestProcess, TestProcess];
});

afterAll(async () => {
  for (const client of [maya, elena]) client.close();
  await cluster.stop();
});

test('who has the dashboard in front on one process is pushed nothing by the others, until they leave it', async () => {
  const { db } = cluster.database;
  onTestFailed(printState);
  const { email, password } = CAST.maya;
  await maya.submit(one, '/login', { email, password });
  const endpoint = 'https://push.example/send/maya';
  await maya.post(one, '/notifications/subscription', browserKeys(endpoint).subscription);
  const dashboard = await maya.listen(other, { as: 'agent' });
  dashboard.emit('front', { isInFront: true });

  const id = newConversationId(systemClock.now());
  const start = { id, email: VISITORS.elena, topic: 'Sales Inquiry', service: null };
  await elena.post(one, '/chat/conversations', start);
  const message = { clientId: randomUUID(), text: 'Is anybody there?' };
  await elena.post(one, `/chat/conversations/${id}/messages`, message);
  // The delay is over at once.
  await db.execute(sql`update push_subscriptions set created_at = created_at - interval '1 hour'`);
  await db.execute(sql`update visitor_messages set created_at = created_at - interval '1 minute'`);
  const decided = async () => (await db.execute(sql`select * from push_notices`)).rows.length;
  await setTimeout(2 * ROUND_MS);
  expect(await decided()).toBe(0);

  dashboard.emit('front', { isInFront: false });
  await expect.poll(decided, { timeout: 12 * ROUND_MS }).toBe(1);
});

/** A push depends on who serves the visitor and on what is unread, so a failure shows both. */
async function printState(): Promise<void> {
  const { db } = cluster.database;
  const tables = await Promise.all([
    db.execute(sql`select id, agent_id, waiting_since from visitors`),
    db.execute(sql`select id, waiting_since, completed_at, last_number from conversations`),
    db.execute(sql`select profile_id, created_at, last_error_message from push_subscriptions`),
    db.execute(sql`select * from read_marks`),
  ]);
  console.error(
    tables.map(({ rows }) => rows),
    one.output,
    other.output,
  );
}
