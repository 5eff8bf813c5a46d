import { describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { TestClock, useDatabase } from '../../tests/support/database.ts';
import { sqlState } from './db/database.server.ts';
import { createLog } from './log.server.ts';
import { LiveSettings, readSavedSettings } from './live-settings.server.ts';
import { savedSettings } from './tables.server.ts';

const store = useDatabase();
const log = createLog('silent');
const changedAt = new TestClock().now();

async function save(name: string, value: string | null, revision: number) {
  const row = { value, revision, changedAt };
  await store.db
    .insert(savedSettings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: savedSettings.name, set: row });
}

test('what was saved wins over what was set at start, until it is reset', async () => {
  const live = new LiveSettings({ BRAND_NAME: 'Quayside', SUPPORT_PHONE: '1' });
  expect(live.current).toMatchObject({ brandName: 'Quayside', supportPhone: '1' });
  await save('BRAND_NAME', 'Harbour', 1);
  expect(await live.reload(store.db, log)).toBe(true);
  expect(live.current).toMatchObject({ brandName: 'Harbour', supportPhone: '1' });
  expect(live.atStart.BRAND_NAME).toBe('Quayside');
  await save('BRAND_NAME', null, 2);
  await live.reload(store.db, log);
  expect(live.current.brandName).toBe('Quayside');
});

test('an empty text empties a setting that the environment fills', async () => {
  const live = new LiveSettings({ CHAT_HOURS: 'Mon 09:00-17:00', RETENTION_CHAT_DAYS: '30' });
  await save('CHAT_HOURS', '', 1);
  await save('RETENTION_CHAT_DAYS', '', 1);
  await live.reload(store.db, log);
  expect(live.current).toMatchObject({ chatHours: undefined, chatsExpireAfterDays: undefined });
});

test('what follows from a setting follows: the sender, and the zone of the chat’s hours', async () => {
  const live = new LiveSettings({ CHAT_HOURS: 'Mon 09:00-17:00' });
  await save('SUPPORT_EMAIL', 'help@harbour.example', 1);
  await save('SUPPORT_TIMEZONE', 'Europe/London', 1);
  await live.reload(store.db, log);
  expect(live.current).toMatchObject({
    mailFrom: 'help@harbour.example',
    chatHours: { timeZone: 'Europe/London' },
  });
});

test('a process takes over what is new, once, and nothing that is older', async () => {
  const live = new LiveSettings({});
  expect(await live.reload(store.db, log)).toBe(false);
  await save('BRAND_NAME', 'Harbour', 5);
  expect(await Promise.all([live.reload(store.db, log), live.reload(store.db, log)])).toContain(
    true,
  );
  expect(await live.reload(store.db, log)).toBe(false);
  await save('BRAND_NAME', 'Older', 4);
  expect(await live.reload(store.db, log)).toBe(false);
  expect(live.current.brandName).toBe('Harbour');
});

test('what cannot be used, or belongs to a newer version, keeps nobody from starting', async () => {
  await save('SUPPORT_EMAIL', 'nobody', 1);
  await save('SOMETHING_NEW', 'x', 1);
  await save('BRAND_NAME', 'Harbour', 1);
  // Settings that only the environment may set are ignored in the table.
  await save('PUBLIC_ORIGIN', 'https://evil.example', 1);
  const live = new LiveSettings({ SUPPORT_EMAIL: 'help@harbour.example' });
  await live.reload(store.db, log);
  expect(live.current).toMatchObject({
    brandName: 'Harbour',
    supportEmail: 'help@harbour.example',
    publicOrigin: undefined,
  });
});

describe('languages that an earlier version saved', () => {
  test.each([
    // [saved languages, saved main language, environment, what counts, what is saved then]
    ['english and spanish', null, { MAIN_LANGUAGE: 'spanish' }, ['es', 'en'], 'es, en'],
    ['english and spanish', 'english', { MAIN_LANGUAGE: 'spanish' }, ['en', 'es'], 'en, es'],
    [null, 'spanish', { SHOP_LANGUAGES: 'english and spanish' }, ['es', 'en'], 'es, en'],
    // It has no effect in a shop that does not offer the language.
    [null, 'spanish', {}, ['en'], undefined],
    ['es, en', null, { MAIN_LANGUAGE: 'english' }, ['es', 'en'], 'es, en'],
  ])('%s with the main language %s in %o are %j', async (shop, main, env, offered, saved) => {
    if (shop !== null) await save('SHOP_LANGUAGES', shop, 1);
    if (main !== null) await save('MAIN_LANGUAGE', main, 2);
    const live = new LiveSettings(env);
    await live.replaceFormerSettings(store.db);
    await live.replaceFormerSettings(store.db);
    await live.reload(store.db, log);
    expect(live.current.languages).toEqual({ main: offered[0], offered });
    const { texts } = await readSavedSettings(store.db);
    expect(texts.SHOP_LANGUAGES).toBe(saved);
  });
});

describe('the database itself refuses', () => {
  test.each([
    ['RETENTION_CHAT_DAYS', '0'],
    ['RETENTION_CHAT_DAYS', '-3'],
    ['RETENTION_AUDIT_DAYS', 'all'],
    ['brand name', 'x'],
    ['BRAND_NAME', 'x'.repeat(4001)],
  ])('%s = %s', async (name, value) => {
    const refusal: unknown = await store.db
      .execute(
        sql`
          insert into saved_settings (name, value, revision, changed_at)
          values (${name}, ${value}, 1, now())`,
      )
      .catch((error: unknown) => error);
    expect(sqlState(refusal)).toBe('23514');
  });
});
