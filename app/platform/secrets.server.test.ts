import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { readOrCreateSecret } from './secrets.server.ts';

const store = useDatabase();

test('a secret has 256 bits, stays the same and differs by name', async () => {
  const session = await readOrCreateSecret(store.db, 'session');
  expect(Buffer.from(session, 'base64url')).toHaveLength(32);
  expect(await readOrCreateSecret(store.db, 'session')).toBe(session);
  expect(await readOrCreateSecret(store.db, 'cookie')).not.toBe(session);
});

test('processes that start at once agree on one secret', async () => {
  const starts = Array.from({ length: 10 }, () => readOrCreateSecret(store.db, 'captcha'));
  expect(new Set(await Promise.all(starts)).size).toBe(1);
});
