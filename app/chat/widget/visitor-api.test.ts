import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EVERYBODY, STARTS_OF_EVERYBODY } from '../server/messages/start-conversation.server.ts';
import { newConversationId } from '../protocol/rules.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../../../tests/support/live-server.ts';
import { teamServices } from '../../../tests/support/team.ts';
import { httpApi } from './visitor-api.ts';

const store = useDatabase();
let server: LiveServer;
const sent: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
beforeEach(async () => {
  const services = teamServices(store.db);
  // The validity of a challenge depends on both clocks.
  vi.useFakeTimers({ toFake: ['Date'], now: services.clock.now() });
  server = await openLiveServer(store.db, services);
  sent.length = 0;
  vi.stubGlobal('fetch', fetchOf(globalThis.fetch));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await server.close();
});

function fetchOf(real: typeof fetch): typeof fetch {
  return (path, init) => {
    if (typeof path !== 'string' || !path.startsWith('/')) return real(path, init);
    const body = typeof init?.body === 'string' ? init.body : '{}';
    sent.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    const headers = new Headers(init?.headers);
    headers.set('Origin', server.origin);
    return real(server.origin + path, { ...init, headers });
  };
}

const chat = () => ({
  id: newConversationId(new Date()),
  email: VISITORS.elena,
  topic: 'Sales Inquiry' as const,
  service: null,
});

async function startAllOthers(): Promise<void> {
  for (let n = 0; n < STARTS_OF_EVERYBODY.burst; n += 1) {
    await server.appContext.limits.take(STARTS_OF_EVERYBODY, EVERYBODY);
  }
}

test('a chat starts without any work while few are started', async () => {
  const asked = chat();
  expect(await httpApi.start(asked)).toMatchObject({ id: asked.id });
  expect(sent.map(({ path }) => path)).toEqual(['/chat/conversations']);
});

test('a chat among very many is worked for without a word, and starts as it was asked for', async () => {
  await startAllOthers();
  const asked = chat();
  expect(await httpApi.start(asked)).toMatchObject({ id: asked.id });
  expect(sent.map(({ path }) => path)).toEqual([
    '/chat/conversations',
    '/captcha',
    '/chat/conversations',
  ]);
  expect(sent[2]!.body).toMatchObject(asked);

  // Each solution is valid for one chat.
  const { captcha } = sent[2]!.body;
  const again = await server.ask('/chat/conversations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...chat(), captcha }),
  });
  expect(again.status).toBe(429);
  expect(again.headers.has('Retry-After')).toBe(true);
});

test('a chat that cannot be worked for now may be tried again', async () => {
  await startAllOthers();
  vi.spyOn(server.appContext.captcha, 'createChallenge').mockImplementation(() => {
    throw new Error('away');
  });
  await expect(httpApi.start(chat())).rejects.toMatchObject({ status: 429, canRetry: true });
});
