import { describe, expect, test } from 'vitest';
import { createChatContext, hire, useDatabase } from '../../../../tests/support/database.ts';
import { auditOf, teamServices, tracedBy } from '../../../../tests/support/team.ts';
import { readSettingTexts, type SettingTexts } from '../../../platform/changeable-settings.ts';
import { readSavedSettings } from '../../../platform/live-settings.server.ts';
import { savedSettings } from '../../../platform/tables.server.ts';
import { saveSettings, type SomeTexts } from './save-settings.server.ts';

const store = useDatabase();
const AT_START = readSettingTexts({ BRAND_NAME: 'Quayside', CHAT_HOURS: 'mon-fri 9:00-17:00' });

async function admins() {
  const { clock } = teamServices(store.db);
  const henrik = await hire(store.db, 'henrik');
  const trace = tracedBy(henrik);
  const run = (
    typed: SomeTexts,
    shown: SomeTexts = AT_START,
    more: { reset?: keyof SettingTexts; confirmed?: string } = {},
  ) =>
    saveSettings(createChatContext(store.db, clock), trace, AT_START, {
      typed,
      shown,
      confirmed: '',
      ...more,
    });
  const current = async () => ({ ...AT_START, ...(await readSavedSettings(store.db)).texts });
  return { run, current, clock };
}

describe('saving', () => {
  test('keeps what was touched, and writes down who changed what from what', async () => {
    const { run, current } = await admins();
    const outcome = await run({ ...AT_START, BRAND_NAME: ' Harbour ', SUPPORT_PHONE: '+44 20 1' });
    expect(outcome).toEqual({ kind: 'saved', names: ['BRAND_NAME', 'SUPPORT_PHONE'] });
    expect(await current()).toEqual({
      ...AT_START,
      BRAND_NAME: 'Harbour',
      SUPPORT_PHONE: '+44 20 1',
    });
    expect(await auditOf(store.db, 'setting-changed')).toMatchObject([
      { subject: 'BRAND_NAME', detail: 'Quayside → Harbour', actorId: 'henrik' },
      { subject: 'SUPPORT_PHONE', detail: '+1 (555) 010-0199 → +44 20 1' },
    ]);
  });

  test('of what is there already writes nothing, also where the same hours are written otherwise', async () => {
    const { run } = await admins();
    const typed = { ...AT_START, CHAT_HOURS: 'Mon-Fri 09:00-17:00' };
    expect(await run(typed)).toEqual({ kind: 'saved', names: [] });
    expect(await store.db.select().from(savedSettings)).toEqual([]);
    expect(await auditOf(store.db, 'setting-changed')).toEqual([]);
  });

  test('an empty text wins over a value set at start, where a setting can be empty', async () => {
    const { run, current } = await admins();
    await run({ CHAT_HOURS: '' });
    expect((await current()).CHAT_HOURS).toBe('');
    expect(await auditOf(store.db, 'setting-changed')).toMatchObject([
      { detail: 'mon-fri 9:00-17:00 → always open' },
    ]);
  });

  test('is refused as a whole when one value cannot be used, in the words of the start', async () => {
    const { run, current } = await admins();
    const outcome = await run({
      BRAND_NAME: 'Harbour',
      SUPPORT_EMAIL: 'harbour',
      SUPPORT_PHONE: ' ',
      PAYMENT_URL: 'javascript:alert(1)',
      RETENTION_CHAT_DAYS: '0',
      RETENTION_AUDIT_DAYS: '',
      SUPPORT_TIMEZONE: 'Mars/Base',
    });
    expect(outcome).toEqual({
      kind: 'refused',
      faults: {
        SUPPORT_EMAIL: 'Support email must be an email address.',
        SUPPORT_PHONE: 'Phone must not be empty.',
        PAYMENT_URL:
          'Payment link must be an address that starts with https:// (http:// for this computer alone), without a username.',
        SUPPORT_TIMEZONE: 'Time zone must be the name of a time zone, such as America/New_York.',
        RETENTION_CHAT_DAYS: 'Conversations must be a whole number of days from 1 to 99999.',
        RETENTION_AUDIT_DAYS: 'Audit log must not be empty.',
      },
    });
    expect(await current()).toEqual(AT_START);
  });

  test.each([
    ['BRAND_NAME', 'Harbour\r\nBcc: all@harbour.example'],
    ['BRAND_NAME', 'x'.repeat(81)],
    ['PAYMENT_URL', 'https://me:secret@pay.example/'],
    ['PAYMENT_URL', 'http://pay.example/'],
    ['PAYMENT_URL', 'http://localhost.pay.example/'],
  ])('%s cannot be %j', async (name, value) => {
    const { run } = await admins();
    expect(await run({ [name]: value })).toMatchObject({ kind: 'refused' });
  });
});

describe('of two admins who had the same page open', () => {
  test('the second is told what the first saved, and may insist', async () => {
    const { run, current } = await admins();
    await run({ ...AT_START, BRAND_NAME: 'First' });
    const second = { ...AT_START, BRAND_NAME: 'Second' };
    expect(await run(second)).toEqual({ kind: 'overtaken', now: { BRAND_NAME: 'First' } });
    expect((await current()).BRAND_NAME).toBe('First');
    expect(await run(second, { ...AT_START, BRAND_NAME: 'First' })).toMatchObject({
      kind: 'saved',
    });
    expect((await current()).BRAND_NAME).toBe('Second');
  });

  test('both are saved where they changed different settings', async () => {
    const { run, current } = await admins();
    await run({ ...AT_START, BRAND_NAME: 'First' });
    await run({ ...AT_START, SUPPORT_PHONE: '+44 20 1' });
    expect(await current()).toMatchObject({ BRAND_NAME: 'First', SUPPORT_PHONE: '+44 20 1' });
  });

  test('exactly one wins at the same moment', async () => {
    const { run, current } = await admins();
    const outcomes = await Promise.all(
      ['One', 'Two', 'Three'].map((brand) => run({ ...AT_START, BRAND_NAME: brand })),
    );
    const kinds = outcomes.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['overtaken', 'overtaken', 'saved']);
    const winner = ['One', 'Two', 'Three'][outcomes.findIndex(({ kind }) => kind === 'saved')];
    expect((await current()).BRAND_NAME).toBe(winner);
    expect(await auditOf(store.db, 'setting-changed')).toHaveLength(1);
  });

  test('who pressed Save twice is not told of their own change', async () => {
    const { run } = await admins();
    const typed = { ...AT_START, BRAND_NAME: 'Harbour' };
    await run(typed);
    expect(await run(typed)).toEqual({ kind: 'saved', names: [] });
  });
});

describe('a reset', () => {
  test('gives back the value set at start and saves nothing of what was typed', async () => {
    const { run, current, clock } = await admins();
    await run({ BRAND_NAME: 'Harbour' });
    const before = await readSavedSettings(store.db);
    clock.advance(1000);
    const shown = { ...AT_START, BRAND_NAME: 'Harbour' };
    const outcome = await run({ ...shown, SUPPORT_PHONE: '1' }, shown, { reset: 'BRAND_NAME' });
    expect(outcome).toEqual({ kind: 'saved', names: ['BRAND_NAME'] });
    expect(await current()).toEqual(AT_START);
    // The revision makes other processes reload the settings.
    expect((await readSavedSettings(store.db)).revision).toBe(before.revision + 1);
    expect(await auditOf(store.db, 'setting-reset')).toMatchObject([
      { subject: 'BRAND_NAME', detail: 'Harbour → Quayside' },
    ]);
    expect(await run({}, AT_START, { reset: 'BRAND_NAME' })).toEqual({ kind: 'saved', names: [] });
  });
});

describe('a period that becomes shorter', () => {
  test.each(['500', ''])('is none when 400 days become %j', async (longer) => {
    const { run } = await admins();
    const agreed = { confirmed: 'RETENTION_CHAT_DAYS=400' };
    expect(await run({ RETENTION_CHAT_DAYS: '400' })).toMatchObject({ kind: 'unconfirmed' });
    expect(await run({ RETENTION_CHAT_DAYS: '400' }, AT_START, agreed)).toMatchObject({
      kind: 'saved',
    });
    const shown = { ...AT_START, RETENTION_CHAT_DAYS: '400' };
    expect(await run({ RETENTION_CHAT_DAYS: longer }, shown)).toMatchObject({ kind: 'saved' });
  });

  test('is saved when exactly these periods were agreed to, and with it the rest', async () => {
    const { run, current } = await admins();
    const typed = { RETENTION_CHAT_DAYS: '30', RETENTION_AUDIT_DAYS: '90', BRAND_NAME: 'Harbour' };
    const question = {
      kind: 'unconfirmed',
      periods: [
        { name: 'RETENTION_CHAT_DAYS', days: 30 },
        { name: 'RETENTION_AUDIT_DAYS', days: 90 },
      ],
    };
    expect(await run(typed)).toEqual(question);
    const other = { confirmed: 'RETENTION_CHAT_DAYS=60,RETENTION_AUDIT_DAYS=90' };
    expect(await run(typed, AT_START, other)).toEqual(question);
    expect(await current()).toEqual(AT_START);
    const agreed = { confirmed: 'RETENTION_CHAT_DAYS=30,RETENTION_AUDIT_DAYS=90' };
    expect(await run(typed, AT_START, agreed)).toMatchObject({ kind: 'saved' });
    expect(await current()).toMatchObject(typed);
  });

  test('is asked about too when a reset brings it', async () => {
    const { run } = await admins();
    await run({ RETENTION_AUDIT_DAYS: '900' });
    const shown = { ...AT_START, RETENTION_AUDIT_DAYS: '900' };
    expect(await run({}, shown, { reset: 'RETENTION_AUDIT_DAYS' })).toMatchObject({
      kind: 'unconfirmed',
      periods: [{ days: 365 }],
    });
  });
});
