import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemTimers } from '../app/platform/clock.ts';
import {
  endSessions,
  SESSION_LIFETIME_MS,
} from '../app/accounts/server/sessions/sessions.server.ts';
import { authSessions } from '../app/accounts/server/tables.server.ts';
import { useDatabase } from '../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../tests/support/live-server.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../tests/support/team.ts';
import { atEndOfSession } from './session-end.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the end of a session', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const watch = (readExpiry: () => Promise<Date | undefined>, inMs = 14 * DAY_MS) => {
    const end = vi.fn<() => void>();
    const expiresAt = new Date(Date.now() + inMs);
    const callOff = atEndOfSession({ expiresAt, readExpiry, end, timers: systemTimers });
    return { end, callOff, expiresAt };
  };

  test('comes at the moment it expires and not before', async () => {
    const { end, expiresAt } = watch(() => Promise.resolve(expiresAt));
    await vi.advanceTimersByTimeAsync(14 * DAY_MS - 1);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(end).toHaveBeenCalledOnce();
  });

  test('moves when the session was prolonged meanwhile, even beyond what timers count', async () => {
    const later = new Date(Date.now() + 60 * DAY_MS);
    const { end } = watch(() => Promise.resolve(later));
    await vi.advanceTimersByTimeAsync(60 * DAY_MS - 1);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(end).toHaveBeenCalledOnce();
  });

  test('comes on time when nobody can say whether it was prolonged', async () => {
    const { end } = watch(() => new Promise(() => {}), 10_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(end).toHaveBeenCalledOnce();
  });

  test('is called off with its socket', async () => {
    const { end, callOff } = watch(() => Promise.resolve(undefined), 10_000);
    callOff();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(end).not.toHaveBeenCalled();
  });
});

describe('a socket', () => {
  const store = useDatabase();
  let services: TestServices;
  let server: LiveServer;
  beforeEach(async () => {
    services = teamServices(store.db);
    server = await openLiveServer(store.db, services);
  });
  afterEach(() => server.close());

  test('of a session that expires by itself is closed then and hears nothing afterwards', async () => {
    const maya = await employ(store.db, services, 'maya');
    const cookie = await cookieOf(store.db, services, 'maya');
    const createdAt = new Date(Date.now() - SESSION_LIFETIME_MS + 2500);
    await store.db.update(authSessions).set({ createdAt });
    const { socket, outcome, heard } = await server.connect({ as: 'agent' }, cookie);
    expect(outcome).toBe('connected');
    const [reason] = (await once(socket as never, 'disconnect', {
      signal: AbortSignal.timeout(10_000),
    })) as [string];
    server.realtime.chat.visitorUnassigned('visitor-1', maya.id);
    expect(reason).toBe('io server disconnect');
    expect((await server.connect({ as: 'agent' }, cookie)).outcome).toBe('refused');
    expect(heard).toEqual([]);
  });

  test('of a session that another process ended is closed by the chore, and only that one', async () => {
    const maya = await employ(store.db, services, 'maya');
    await employ(store.db, services, 'leo');
    const gone = await server.connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    const stays = await server.connect({ as: 'agent' }, await cookieOf(store.db, services, 'leo'));
    await endSessions(store.db, maya.id);
    const closed = once(gone.socket as never, 'disconnect', {
      signal: AbortSignal.timeout(20_000),
    });
    await server.realtime.closeFormerListeners();
    await closed;
    expect(stays.socket.connected).toBe(true);
  });

  test('and its page ask for the password again after ninety days, however busy they were', async () => {
    const maya = await employ(store.db, services, 'maya');
    const cookie = await cookieOf(store.db, services, 'maya');
    expect((await server.ask('/agentchat/inbox', { cookie })).status).toBe(200);
    await store.db
      .update(authSessions)
      .set({ createdAt: new Date(Date.now() - SESSION_LIFETIME_MS) })
      .where(eq(authSessions.userId, maya.id));
    expect((await server.ask('/agentchat/inbox', { cookie })).status).toBe(401);
    expect((await server.connect({ as: 'agent' }, cookie)).outcome).toBe('refused');
  });
});
