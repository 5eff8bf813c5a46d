import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { MessageView } from '../../app/chat/protocol/views.ts';
import { VISITORS } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { guessAtOnce } from '../support/guess-at-once.ts';
import { Load } from '../support/load.ts';
import { makeCast } from '../support/make-cast.ts';
import { OwnRedis } from '../support/own-redis.ts';

const { FAULT_KILLS = '10', TEST_DATABASE_URL } = process.env;
const KILLS = Math.max(3, Math.floor(Number(FAULT_KILLS) / 10));

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

// What a Redis that cannot be reached does to the processes is in tests/cluster/live.test.ts; here
// it dies and forgets everything, who is subscribed to what and its scripts too.
const own = TEST_DATABASE_URL ? await OwnRedis.start() : undefined;
for (const redis of own ? [own] : []) {
  afterAll(() => redis.kill());

  test('a Redis killed again and again under load, empty each time, costs hints and nothing else', async () => {
    const cluster = await TestCluster.start({ redisUrl: redis.url, prepare: makeCast });
    cleanUp.push(() => cluster.stop());
    const [one, other] = cluster.processes as [TestProcess, TestProcess];
    // Whoever writes and answers does so now on this process, now on that.
    const load = new Load({ port: cluster.entrance.port, publicOrigin: cluster.origin });
    await load.begin(4);
    const elena = new TestClient();
    cleanUp.push(() => elena.close());
    const id = newConversationId(new Date());
    const start = { id, email: VISITORS.elena, topic: 'Sales Inquiry', service: null };
    await elena.post(one, '/chat/conversations', start);
    const socket = await elena.listen(other, { as: 'visitor', conversationId: id });
    const heard = new Set<string>();
    socket.on('message', ({ message }: { message: MessageView }) => heard.add(message.clientId));

    const acknowledged: string[] = [];
    const sendText = async () => {
      const clientId = randomUUID();
      const path = `/chat/conversations/${id}/messages`;
      await elena.post(one, path, { clientId, text: `Message ${clientId}` });
      acknowledged.push(clientId);
      return clientId;
    };
    for (let count = 0; count < KILLS; count += 1) {
      await redis.kill();
      // Nobody waits for Redis: it comes back only when both have been answered.
      const known = load.ledger.acknowledged;
      await sendText();
      await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(known + 5);
      await redis.start();
      // Hints pass between the processes again, and by themselves.
      await expect
        .poll(
          async () => {
            const clientId = await sendText();
            await new Promise((resolve) => setTimeout(resolve, 300));
            return heard.has(clientId);
          },
          { interval: 700, timeout: 90_000 },
        )
        .toBe(true);
    }
    await load.end();
    for (const process of [one, other]) {
      const { messages } = await elena.get<{ messages: MessageView[] }>(
        process,
        `/chat/conversations/${id}/messages?after=0`,
      );
      expect(messages.map(({ clientId }) => clientId)).toEqual(acknowledged);
      await load.compare(process);
    }
    await load.ledger.compareAll(cluster.database.db);
    expect(load.answers.get(500)).toBeUndefined();
    expect(load.answers.get(0)).toBeUndefined();

    // And what is counted together is so again.
    const { tried, atLeast, atMost } = await guessAtOnce(elena, [one, other]);
    expect(tried).toBeGreaterThanOrEqual(atLeast);
    expect(tried).toBeLessThanOrEqual(atMost);
    expect(one.isRunning && other.isRunning).toBe(true);
    const count = acknowledged.length + load.ledger.acknowledged;
    console.log(`Redis killed ${KILLS} times: ${count} messages acknowledged, 0 lost`);
  });
}
