import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/conversation/wire/rules.ts';
import type { MessageView } from '../../app/conversation/wire/views.ts';
import { VISITORS } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';
import { OwnRedis } from '../support/own-redis.ts';

const { TEST_DATABASE_URL } = process.env;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

// What a Redis that cannot be reached does to the processes is in tests/cluster/live.test.ts; here
// it dies and forgets everything, its streams and their positions too.
const own = TEST_DATABASE_URL ? await OwnRedis.start() : undefined;
for (const redis of own ? [own] : []) {
  afterAll(() => redis.kill());

  test('a Redis killed again and again, empty each time, costs hints and nothing else', async () => {
    const cluster = await TestCluster.start({ redisUrl: redis.url, prepare: makeCast });
    cleanUp.push(() => cluster.stop());
    const [one, other] = cluster.processes as [TestProcess, TestProcess];
    const elena = new TestClient();
    cleanUp.push(() => elena.close());
    const id = newConversationId(new Date());
    const start = { id, email: VISITORS.elena, topic: 'Sales Inquiry', service: null };
    await elena.post(one, '/chat/conversations', start);
    const socket = await elena.listen(other, { as: 'visitor', conversationId: id });
    const heard = new Set<string>();
    socket.on('message', ({ message }: { message: MessageView }) => heard.add(message.clientId));

    const acknowledged: string[] = [];
    const say = async () => {
      const clientId = randomUUID();
      const path = `/chat/conversations/${id}/messages`;
      await elena.post(one, path, { clientId, text: `Message ${clientId}` });
      acknowledged.push(clientId);
      return clientId;
    };
    for (let count = 0; count < 3; count += 1) {
      await redis.kill();
      // Nobody waits for Redis.
      const started = performance.now();
      await say();
      expect(performance.now() - started).toBeLessThan(10_000);
      await redis.start();
      // Hints pass between the processes again, and by themselves.
      await expect
        .poll(
          async () => {
            const clientId = await say();
            await new Promise((resolve) => setTimeout(resolve, 300));
            return heard.has(clientId);
          },
          { interval: 700 },
        )
        .toBe(true);
    }
    const { messages } = await elena.get<{ messages: MessageView[] }>(
      other,
      `/chat/conversations/${id}/messages?after=0`,
    );
    expect(messages.map(({ clientId }) => clientId)).toEqual(acknowledged);

    // And what is counted together is so again.
    const wrong = { email: VISITORS.mateo, password: 'wrong' };
    const answers: number[] = [];
    for (let number = 0; number < 12; number += 1) {
      answers.push((await elena.submit(number % 2 ? one : other, '/login', wrong)).status);
    }
    expect(answers.filter((status) => status !== 429)).toHaveLength(10);
    expect(one.isRunning && other.isRunning).toBe(true);
    console.log(`Redis killed 3 times: ${acknowledged.length} messages acknowledged, 0 lost`);
  });
}
