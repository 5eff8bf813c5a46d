import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Availability } from '../../app/chat/protocol/views.ts';
import { CAST } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';

let cluster: TestCluster;
let one: TestProcess;
let other: TestProcess;

beforeAll(async () => {
  cluster = await TestCluster.start({ prepare: makeCast });
  [one, other] = cluster.processes as [TestProcess, TestProcess];
});

afterAll(() => cluster.stop());

beforeEach(async () => {
  // Maya alone answers visitors.
  await cluster.database.db.execute(
    sql`update profiles set accepts_chats = (email = ${CAST.maya.email}), connected_until = null`,
  );
});

const stateAt = async (from: TestProcess) =>
  (await new TestClient().get<Availability>(from, '/chat/availability')).state;

async function signIn(to: TestProcess, name: keyof typeof CAST): Promise<TestClient> {
  const client = new TestClient();
  const { email, password } = CAST[name];
  expect((await client.submit(to, '/login', { email, password })).status).toBe(302);
  return client;
}

/** Sooner than a process looks by itself. */
const TOLD = { timeout: 2_000, interval: 50 };

test('the agent who comes and goes on one process does so on the other', async () => {
  const maya = await signIn(one, 'maya');
  for (const each of [one, other]) await expect.poll(() => stateAt(each)).toBe('away');
  const socket = await maya.listen(one, { as: 'agent' });
  for (const each of [one, other]) await expect.poll(() => stateAt(each), TOLD).toBe('online');
  await maya.post(one, '/agentchat/availability', { acceptsChats: false });
  // The process that took it knows it with the next request.
  expect(await stateAt(one)).toBe('unstaffed');
  await expect.poll(() => stateAt(other), TOLD).toBe('unstaffed');
  await maya.post(other, '/agentchat/availability', { acceptsChats: true });
  expect(await stateAt(other)).toBe('online');
  await expect.poll(() => stateAt(one), TOLD).toBe('online');
  socket.disconnect();
});

test('hours that an admin sets on one process close the other', async () => {
  const henrik = await signIn(one, 'henrik');
  for (const each of [one, other]) await expect.poll(() => stateAt(each)).not.toBe('closed');
  // An hour that is always another than now.
  const hour = (new Date().getUTCHours() + 12) % 24;
  const hours = `Mon-Sun ${String(hour).padStart(2, '0')}:00-${String(hour).padStart(2, '0')}:30`;
  const save = async (shown: string, value: string) => {
    const answer = await henrik.submit(one, '/team/settings', {
      intent: 'save',
      'shown.CHAT_HOURS': shown,
      CHAT_HOURS: value,
    });
    expect(answer.headers.get('Location')).toBe('/team/settings?saved=CHAT_HOURS');
  };
  await save('', hours);
  try {
    expect(await stateAt(one)).toBe('closed');
    await expect.poll(() => stateAt(other), TOLD).toBe('closed');
  } finally {
    await save(hours, '');
  }
  expect(await stateAt(one)).not.toBe('closed');
  await expect.poll(() => stateAt(other), TOLD).not.toBe('closed');
});

// The last: connections come back at their own pace.
test('while Redis is away the other process finds out by itself', async () => {
  const maya = await signIn(one, 'maya');
  await expect.poll(() => stateAt(other)).not.toBe('unstaffed');
  cluster.redis.cut();
  try {
    await maya.post(one, '/agentchat/availability', { acceptsChats: false });
    await expect.poll(() => stateAt(other), { timeout: 10_000 }).toBe('unstaffed');
  } finally {
    cluster.redis.mend();
  }
});
