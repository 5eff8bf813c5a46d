import { expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../tests/support/database.ts';
import { createTestAppContext } from '../../../tests/support/app-context.ts';
import { request } from '../../../tests/support/request.ts';
import { teamServices, tracedBy } from '../../../tests/support/team.ts';
import { topic } from '../../../tests/support/topics.ts';
import { blockVisitor } from '../server/privacy/block-visitor.server.ts';
import { conversations, visitorBrowsers } from '../server/tables.server.ts';
import { newConversationId } from '../protocol/rules.ts';

const store = useDatabase();

test('a browser is remembered with its first chat; of one that is refused nothing is', async () => {
  const services = teamServices(store.db);
  const appContext = createTestAppContext(store.db, services);
  const henrik = await hire(store.db, 'henrik');
  await blockVisitor(appContext, tracedBy(henrik), VISITORS.elena, 'Insults us.');
  const start = (email: string) => {
    const id = newConversationId(services.clock.now());
    const body = { id, email, topic: topic('Sales Inquiry').id, service: null };
    return request(appContext, 'POST', '/chat/conversations', { body });
  };

  const refused = await start(VISITORS.elena);
  expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([403, null]);
  expect(await store.db.select().from(visitorBrowsers)).toEqual([]);

  const started = await start(VISITORS.noor);
  expect([started.status, started.headers.has('Set-Cookie')]).toEqual([200, true]);
  const [browser] = await store.db.select().from(visitorBrowsers);
  const [conversation] = await store.db.select().from(conversations);
  expect(conversation?.browserId).toBe(browser?.id);
});
