import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VISITORS } from '../tests/support/cast.ts';
import { useEmbeddedDatabase } from '../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../tests/support/live-server.ts';
import { cookieOf, employ, teamServices } from '../tests/support/team.ts';
import { begin, upload } from '../tests/support/upload.ts';
import { openVisitor, type TestVisitor } from '../tests/support/visitor.ts';

const store = useEmbeddedDatabase();

let server: LiveServer;
let elena: TestVisitor;
let maya: string;
let fileId: string;

beforeEach(async () => {
  const services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  await employ(store.db, services, 'maya');
  maya = await cookieOf(store.db, services, 'maya');
  elena = await openVisitor(store.db, VISITORS.elena);
  const as = { server, conversationId: elena.id, cookie: elena.cookie };
  fileId = (await upload(as, { name: 'plan.txt', bytes: new Uint8Array([65, 66]) })).id;
  const sent = await server.ask(`/chat/conversations/${elena.id}/messages`, {
    method: 'POST',
    cookie: elena.cookie,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: randomUUID(), text: 'My plan', fileIds: [fileId] }),
  });
  if (!sent.ok) throw new Error('The message was not taken');
});
afterEach(() => server.close());

function requireFactors(): void {
  Object.assign(server.appContext, {
    settings: { ...server.appContext.settings, secondFactorFor: 'everybody' },
  });
}

const bring = () =>
  begin(
    { server, side: 'agentchat', conversationId: elena.id, cookie: maya },
    randomUUID(),
    'answer.txt',
    10,
  );

test('whoever owes a second factor brings no file and opens none, and their visitor still does', async () => {
  const open = (cookie: string) => server.ask(`/chat/files/${fileId}`, { cookie });
  expect((await bring()).status).toBe(201);
  expect((await open(maya)).status).toBe(200);
  requireFactors();
  expect((await bring()).status).toBe(403);
  expect((await open(maya)).status).toBe(404);
  expect((await open(elena.cookie)).status).toBe(200);
});

test('whoever comes to owe one while they are listening hears nothing any more', async () => {
  const { socket, outcome } = await server.connect({ as: 'agent' }, maya);
  expect(outcome).toBe('connected');
  await server.realtime.closeFormerListeners();
  expect(socket.connected).toBe(true);
  requireFactors();
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  await server.realtime.closeFormerListeners();
  await closed;
  expect((await server.connect({ as: 'agent' }, maya)).outcome).toBe('refused');
});
