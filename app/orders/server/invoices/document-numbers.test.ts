import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { createOrderContext, creditDecision, order } from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import {
  saveSettings,
  type SomeTexts,
} from '../../../accounts/server/settings/save-settings.server.ts';
import { reportNumberConflicts } from '../../../billing/server/invoices/report-number-conflicts.server.ts';
import { requireFreeNumbers } from '../../../billing/server/invoices/require-free-numbers.server.ts';
import { invoices, numberSeries } from '../../../billing/server/tables.server.ts';
import { readSettingTexts } from '../../../platform/changeable-settings.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { decideRefund, requestRefund } from '../refund/refund-requests.server.ts';
import { startNumbers } from './start-numbers.server.ts';

const store = useDatabase();
const SAME = { INVOICE_NUMBERS: 'R-{year}-{number}', CREDIT_NOTE_NUMBERS: 'R-{year}-{number}' };

const numbers = async () =>
  (await store.db.select().from(invoices).orderBy(asc(invoices.number))).map(
    ({ number, document }) => {
      expect(document.number).toBe(number);
      return number;
    },
  );

async function paid(env: Record<string, string> = {}, email?: string) {
  const appContext = createOrderContext(store.db, new TestClock(), env);
  const one = await order(appContext, {}, email);
  await markPaid(appContext, tracedBy(one.maya), one.maya, one.number, 'PP-1');
  return { ...one, appContext };
}

async function refund({ appContext, secret, number }: Awaited<ReturnType<typeof paid>>) {
  const ines = await hire(store.db, 'ines');
  await requestRefund(appContext, secret, { ground: 'late', explanation: 'Late' });
  await decideRefund(appContext, tracedBy(ines), ines, number, creditDecision('full'));
}

describe('a number that another document has', () => {
  test('keeps no refund and no payment from being booked while both kinds have one pattern', async () => {
    await refund(await paid(SAME));
    // Elena's credit would pay her next order.
    await paid(SAME, VISITORS.kofi);
    expect(await numbers()).toEqual(['R-2026-0001', 'R-2026-0001-2', 'R-2026-0002']);
    await expectOrdersSound(store.db);
  });

  test('keeps no payment from being booked after the year became a part of the text', async () => {
    await paid();
    await paid({ INVOICE_NUMBERS: 'INV-2026-{number}' });
    await paid({ INVOICE_NUMBERS: 'INV-2026-{number}' });
    expect(await numbers()).toEqual(['INV-2026-0001', 'INV-2026-0001-2', 'INV-2026-0002']);
    await expectOrdersSound(store.db);
  });

  test('is given once while processes with different settings book at the same time', async () => {
    const appContext = createOrderContext(store.db);
    const orders = [await order(appContext), await order(appContext)];
    const contexts = [
      appContext,
      createOrderContext(store.db, new TestClock(), { INVOICE_NUMBERS: 'INV-2026-{number}' }),
    ];
    await Promise.all(
      orders.map(({ maya, number }, index) =>
        markPaid(contexts[index]!, tracedBy(maya), maya, number, `PP-${index}`),
      ),
    );
    expect(await numbers()).toEqual(['INV-2026-0001', 'INV-2026-0001-2']);
  });

  test('is not the first one of a series that goes on here', async () => {
    const { appContext } = await paid(SAME);
    const ines = await hire(store.db, 'ines');
    const start = (first: string) =>
      startNumbers(appContext, { trace: tracedBy(ines), member: ines }, 'credit-note', first);
    expect(await refusalOf(start('1'))).toMatchObject({ status: 409, field: 'first' });
    expect(await start('2')).toBe('R-2026-0002');
  });
});

describe('a pattern of numbers', () => {
  async function saver() {
    const { appContext } = await paid();
    const ines = await hire(store.db, 'ines');
    const atStart = readSettingTexts({});
    return (typed: SomeTexts, shown: SomeTexts = atStart) =>
      saveSettings(
        appContext,
        tracedBy(ines),
        atStart,
        { typed, shown, confirmed: '' },
        (tx, _after, changed) => requireFreeNumbers(tx, appContext, changed),
      );
  }

  test('is not saved if the other kind of document would get the same numbers', async () => {
    const save = await saver();
    for (const typed of [
      { CREDIT_NOTE_NUMBERS: 'INV-{year}-{number}' },
      { CREDIT_NOTE_NUMBERS: 'inv-2026-{number}' },
      SAME,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- a table of cases
      const outcome = await save(typed);
      const [fault] = outcome.kind === 'refused' ? Object.values(outcome.faults) : [];
      expect(fault).toContain('the same numbers');
    }
    const swapped = { INVOICE_NUMBERS: 'CN-{year}-{number}', CREDIT_NOTE_NUMBERS: 'G-{number}' };
    expect(await save(swapped)).toMatchObject({ kind: 'saved' });
  });

  test('is not saved if a document has a number that it would produce', async () => {
    const save = await saver();
    const taken = await refusalOf(save({ INVOICE_NUMBERS: 'INV-2026-{number}' }));
    expect(taken).toMatchObject({ status: 409, field: 'INVOICE_NUMBERS' });
    expect(taken.message).toContain('INV-2026-0001 exists already');
    const renamed = { INVOICE_NUMBERS: 'RE-{year}-{number}' };
    expect(await save(renamed)).toMatchObject({ kind: 'saved' });
    const back = await save({ INVOICE_NUMBERS: 'INV-{year}-{number}' }, renamed);
    expect(back).toMatchObject({ kind: 'saved' });
  });

  test('is compared at start with the next thousand numbers only, and never with every document', async () => {
    const appContext = createOrderContext(store.db);
    const ines = await hire(store.db, 'ines');
    await startNumbers(appContext, { trace: tracedBy(ines), member: ines }, 'invoice', '1001');
    await paid();
    const report = async (env: Record<string, string>) => {
      const reported: string[] = [];
      const { clock, settings } = createOrderContext(store.db, appContext.clock, env);
      const log = { error: (_about: object, said: string) => reported.push(said) };
      await reportNumberConflicts(store.db, log as never, { clock, settings });
      return reported;
    };
    expect(await report({ CREDIT_NOTE_NUMBERS: 'INV-2026-{number}' })).toHaveLength(1);
    await store.db.insert(numberSeries).values({ kind: 'credit-note', year: 0, last: 1 });
    expect(await report({ CREDIT_NOTE_NUMBERS: 'INV-2026-{number}' })).toHaveLength(2);
  });

  test('from the environment is reported at start if it would produce a number twice', async () => {
    const { appContext } = await paid();
    const reported: string[] = [];
    const report = (env: Record<string, string>) => {
      const { clock, settings } = createOrderContext(store.db, appContext.clock, env);
      const log = { error: (_about: object, said: string) => reported.push(said) };
      return reportNumberConflicts(store.db, log as never, { clock, settings });
    };
    await report({});
    expect(reported).toEqual([]);
    await report({ CREDIT_NOTE_NUMBERS: 'INV-2026-{number}' });
    expect(reported).toEqual([
      expect.stringContaining('can produce the same number'),
      expect.stringContaining('numbers that exist'),
    ]);
  });
});
