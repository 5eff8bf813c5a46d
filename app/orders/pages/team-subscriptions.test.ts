import { expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { openLiveServer } from '../../../tests/support/live-server.ts';
import { subscribe } from '../../../tests/support/subscriptions.ts';
import { cookieOf, employ, teamServices } from '../../../tests/support/team.ts';

const store = useDatabase();

test('selected subscriptions are paused or end with their period, and the answer names those that could not', async () => {
  const { pay, row } = await subscribe(store.db);
  await pay(1001);
  const services = teamServices(store.db);
  const server = await openLiveServer(store.db, services);
  try {
    await employ(store.db, services, 'ines');
    const cookie = await cookieOf(store.db, services, 'ines');
    const select = async (intent: string, rows: readonly string[]) => {
      const body = new URLSearchParams([['intent', intent], ...rows.map((each) => ['row', each])]);
      const sent = await server.ask('/team/subscriptions', { method: 'POST', cookie, body });
      return ((await sent.json()) as { readonly message: string }).message;
    };
    expect(await select('pause', ['S-1001', 'S-9999'])).toBe(
      "1 done, 1 refused. S-9999: This subscription isn't available.",
    );
    expect(await row()).toMatchObject({ state: 'active', isPausing: true });
    expect(await select('cancel', ['S-1001'])).toBe('1 row done.');
    expect(await row()).toMatchObject({ state: 'ending' });
    expect(await select('cancel', [])).toBe('Select at least one row.');
  } finally {
    await server.close();
  }
});
