import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MessageView } from '../app/chat/protocol/views.ts';
import { conversations } from '../app/chat/server/tables.server.ts';
import { authSessions, profiles } from '../app/accounts/server/tables.server.ts';
import { PreparedStatement } from '../app/platform/db/prepared-statement.server.ts';
import { VISITORS } from '../tests/support/cast.ts';
import { useDatabase } from '../tests/support/database.ts';
import { openLiveServer, type Connected, type LiveServer } from '../tests/support/live-server.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../tests/support/team.ts';
import { openVisitor, type TestVisitor } from '../tests/support/visitor.ts';

const store = useDatabase();
let services: TestServices;
let server: LiveServer;
let elena: TestVisitor;
let priya: TestVisitor;
beforeEach(async () => {
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  elena = await openVisitor(store.db, VISITORS.elena);
  priya = await openVisitor(store.db, VISITORS.priya);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Gives Elena's conversation to Priya's browser, as an emailed link does. */
async function moveConversation(): Promise<void> {
  await store.db
    .update(conversations)
    .set({ completedAt: new Date() })
    .where(eq(conversations.id, priya.id));
  await store.db
    .update(conversations)
    .set({ browserId: priya.browserId })
    .where(eq(conversations.id, elena.id));
}

function afterFirstReading(table: object, act: () => Promise<void>): void {
  const select = store.db.select.bind(store.db) as (...fields: unknown[]) => object;
  let isDone = false;
  const actOnce = async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
  vi.spyOn(store.db, 'select').mockImplementation(((...fields: unknown[]) =>
    followed(select(...fields), table, actOnce)) as never);
}

/** Wraps a query: a query on this table resolves only after `act`. */
function followed<Q extends object>(query: Q, table: object, act: () => Promise<void>): Q {
  return new Proxy(query, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      const call = value.bind(target) as (...args: unknown[]) => object;
      if (key === 'from') {
        return (from: object) => (from === table ? followed(call(from), table, act) : call(from));
      }
      if (key !== 'then') return (...args: unknown[]) => followed(call(...args), table, act);
      const rows = (target as unknown as Promise<unknown>).then(async (found) => {
        await act();
        return found;
      });
      return rows.then.bind(rows);
    },
  });
}

function sendInConversation(): void {
  const message: MessageView = {
    id: 'message-1',
    number: 7,
    text: 'For the new browser alone',
    isAgent: true,
    agentName: 'Maya',
    clientId: null,
    createdAt: new Date().toISOString(),
  } as unknown as MessageView;
  const { chat } = server.realtime;
  const event = { conversationId: elena.id, message } as Parameters<typeof chat.messageSaved>[0];
  chat.messageSaved(event, 'agent-1', performance.now());
}

async function isClosed({ socket }: Connected): Promise<boolean> {
  if (!socket.connected) return true;
  await once(socket as never, 'disconnect', { signal: AbortSignal.timeout(5000) });
  return true;
}

/** Runs `act` right after the handshake has read the listeners of a conversation. */
function afterFirstHearers(act: () => Promise<void>): void {
  const execute = Reflect.get(PreparedStatement.prototype, 'execute');
  let isDone = false;
  vi.spyOn(PreparedStatement.prototype, 'execute').mockImplementation(async function (
    this: PreparedStatement<Record<string, unknown>>,
    ...asked
  ) {
    const rows = await execute.apply(this, asked);
    if (!isDone) {
      isDone = true;
      await act();
    }
    return rows;
  });
}

describe('a former browser', () => {
  test('whose handshake was under way when its chat moved hears nothing of it', async () => {
    afterFirstHearers(async () => {
      await moveConversation();
      server.realtime.closeConversations([elena.id]);
    });
    // Sent at the first moment at which the socket could receive the message.
    const former = await server.connect(elena.hello, elena.cookie);
    sendInConversation();
    expect(await isClosed(former)).toBe(true);
    expect(former.heard).toEqual([]);
    const { outcome } = await server.connect(elena.hello, elena.cookie);
    expect(outcome).toBe('refused');
  });

  test('is let go when another process moved the chat during its handshake', async () => {
    afterFirstHearers(moveConversation);
    expect(await isClosed(await server.connect(elena.hello, elena.cookie))).toBe(true);
  });

  test('is found by the job when nobody told of the move, and only that one', async () => {
    const former = await server.connect(elena.hello, elena.cookie);
    const other = await server.connect(priya.hello, priya.cookie);
    await moveConversation();
    await server.realtime.closeFormerListeners();
    expect(await isClosed(former)).toBe(true);
    sendInConversation();
    expect(former.heard.filter(({ event }) => event === 'message')).toEqual([]);
    expect(other.socket.connected).toBe(true);
    const { outcome } = await server.connect({ ...elena.hello }, priya.cookie);
    expect(outcome).toBe('connected');
  });

  test('of a chat that was erased is found by the job too', async () => {
    const former = await server.connect(elena.hello, elena.cookie);
    await store.db.delete(conversations).where(eq(conversations.id, elena.id));
    await server.realtime.closeFormerListeners();
    expect(await isClosed(former)).toBe(true);
  });
});

describe('somebody of the team', () => {
  const demote = async (id: string) => {
    await store.db.update(profiles).set({ role: 'agent' }).where(eq(profiles.id, id));
  };

  test.each([
    ['told', (id: string) => server.realtime.closeMember(id)],
    ['told nothing', () => {}],
  ])('whose role is taken away during the handshake is let go, %s of it', async (_, notify) => {
    const ines = await employ(store.db, services, 'ines');
    const cookie = await cookieOf(store.db, services, 'ines');
    afterFirstReading(authSessions, async () => {
      await demote(ines.id);
      notify(ines.id);
    });
    expect(await isClosed(await server.connect({ as: 'agent' }, cookie))).toBe(true);
  });

  test('whose role another process changed is found by the job, and admitted as what they are', async () => {
    const ines = await employ(store.db, services, 'ines');
    const cookie = await cookieOf(store.db, services, 'ines');
    const former = await server.connect({ as: 'agent' }, cookie);
    await server.realtime.closeFormerListeners();
    expect(former.socket.connected).toBe(true);
    await demote(ines.id);
    await server.realtime.closeFormerListeners();
    expect(await isClosed(former)).toBe(true);
    const again = await server.connect({ as: 'agent' }, cookie);
    sendInConversation();
    server.realtime.chat.deskChanged();
    server.realtime.chat.visitorUnassigned('visitor-1', ines.id);
    await vi.waitFor(() => expect(again.heard).toHaveLength(1));
    expect(again.heard[0]!.event).toBe('unassigned');
  });
});
