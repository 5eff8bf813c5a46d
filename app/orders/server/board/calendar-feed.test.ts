import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { createOrderContext, order } from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { createFeed, endFeed, readFeed, readFeedPath } from './calendar-feed.server.ts';
import { putAssignee } from './staff-order.server.ts';
import { calendarFeeds } from './tables.server.ts';
import { writeCalendar } from './write-calendar.ts';

const store = useDatabase();

async function scene() {
  const appContext = createOrderContext(store.db, undefined, {
    SUPPORT_TIMEZONE: 'America/New_York',
  });
  const one = await order(appContext);
  const { maya, number } = one;
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  const leo = await hire(store.db, 'leo');
  const fileOf = async (member = maya) =>
    (await readFeedPath(store.db, member.id))?.split('/').at(-1) ?? '';
  const read = (file: string) => readFeed(appContext, file);
  return { ...one, appContext, leo, fileOf, read };
}

describe('a calendar address', () => {
  test('has the deadlines of the member’s own orders, and no buyer', async () => {
    const { appContext, maya, leo, number, fileOf, read } = await scene();
    await createFeed(appContext, tracedBy(maya), maya, false);
    await createFeed(appContext, tracedBy(leo), leo, false);
    const file = (await read(await fileOf())) ?? '';
    expect(file).toContain(`UID:E-${number}.delivery@`);
    expect(file).toContain('DTSTART;VALUE=DATE:20260617\r\n');
    expect(file).toContain('DTEND;VALUE=DATE:20260618\r\n');
    expect(file).toContain(`SUMMARY:E-${number}: deliver Logo Design\r\n`);
    expect(file).not.toContain('elena');
    expect(await read(await fileOf(leo))).not.toContain('BEGIN:VEVENT');
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, true);
    expect(await read(await fileOf(leo))).toContain('BEGIN:VEVENT');
    await putAssignee(appContext, tracedBy(maya), maya, number, leo.id, false);
    expect(await read(await fileOf(leo))).not.toContain('BEGIN:VEVENT');
  });

  test('stays the same until it is renewed, and the old one ends then', async () => {
    const { appContext, maya, fileOf, read } = await scene();
    expect(await fileOf()).toBe('');
    await createFeed(appContext, tracedBy(maya), maya, false);
    const first = await fileOf();
    await createFeed(appContext, tracedBy(maya), maya, false);
    expect(await fileOf()).toBe(first);
    await createFeed(appContext, tracedBy(maya), maya, true);
    const second = await fileOf();
    expect(second).not.toBe(first);
    expect(await read(first)).toBeUndefined();
    expect(await read(second)).toBeDefined();
    await endFeed(appContext, tracedBy(maya), maya);
    expect(await read(second)).toBeUndefined();
    const actions = (await store.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('calendar-'))).toEqual([
      'calendar-created',
      'calendar-renewed',
      'calendar-ended',
    ]);
  });

  test('ends when the member is suspended, and does not return when the account does', async () => {
    const { appContext, maya, fileOf, read } = await scene();
    await createFeed(appContext, tracedBy(maya), maya, false);
    const file = await fileOf();
    const setStatus = (status: 'active' | 'suspended') =>
      store.db.update(profiles).set({ status }).where(eq(profiles.id, maya.id));
    await setStatus('suspended');
    expect(await read(file)).toBeUndefined();
    await setStatus('active');
    expect(await read(file)).toBeUndefined();
    expect(await store.db.$count(calendarFeeds)).toBe(0);
    await createFeed(appContext, tracedBy(maya), maya, false);
    expect(await fileOf()).not.toBe(file);
  });

  test('is not guessed: neither its hash nor a changed letter opens it', async () => {
    const { appContext, maya, fileOf, read } = await scene();
    await createFeed(appContext, tracedBy(maya), maya, false);
    const file = await fileOf();
    const [row] = await store.db.select().from(calendarFeeds);
    const first = file.startsWith('A') ? 'B' : 'A';
    for (const guess of [
      `${row?.secretHash}.ics`,
      `${row?.salt}.ics`,
      `${maya.id}.ics`,
      first + file.slice(1),
      file.replace('.ics', ''),
      '',
      '\0',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one guess after the other
      expect([guess, await read(guess)]).toEqual([guess, undefined]);
    }
    expect(await store.db.$count(calendarFeeds, sql`secret_hash = ${file}`)).toBe(0);
  });
});

describe('a calendar file', () => {
  const event = {
    uid: 'E-1.delivery@shop.example',
    day: '2026-12-31',
    what: 'delivery',
    number: 'E-1',
    title: 'Logo',
    url: 'https://shop.example/team/orders/E-1',
    changedAt: new Date('2026-06-12T10:00:00.123Z'),
    sequence: 3,
  } as const;

  test('escapes texts, so that no title adds a property', () => {
    const title = 'A; B, C\\D\r\nATTENDEE:mailto:x@example.org\nEND:VEVENT\u0000';
    const file = writeCalendar('Shop', [{ ...event, title }]);
    const unfolded = file.replaceAll('\r\n ', '');
    expect(unfolded).toContain(
      String.raw`SUMMARY:E-1: deliver A\; B\, C\\D\nATTENDEE:mailto:x@example.org\nEND:VEVENT `,
    );
    expect(unfolded.split('\r\n').filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(unfolded).toContain('DTSTAMP:20260612T100000Z\r\n');
    expect(unfolded).toContain('DTEND;VALUE=DATE:20270101\r\n');
  });

  test('folds its lines at 75 octets, between characters', () => {
    const title = 'Größe 🚢 شعار '.repeat(40);
    const file = writeCalendar('Shop', [{ ...event, title }]);
    const lines = file.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n ', '')).toContain(title);
    expect(file).not.toContain('\uFFFD');
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });
});
