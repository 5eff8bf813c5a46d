import { describe, expect, test } from 'vitest';
import { useCatalogueDesk } from '../../../../tests/support/catalogue-desk.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import { change } from '../../../platform/change/change.server.ts';
import { readSettingTexts } from '../../../platform/changeable-settings.ts';
import { CURRENCIES, isCurrency } from '../../../platform/currencies.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import {
  saveSettings,
  type SomeTexts,
} from '../../../accounts/server/settings/save-settings.server.ts';
import { readEntryForm } from '../lists/read-entry-form.server.ts';
import { readWorking, readDrafts } from '../drafts/read-drafts.server.ts';
import { saveDraft } from '../drafts/save-draft.server.ts';
import { readAmount, writeAmount } from '../../protocol/read-amount.ts';
import { formatAmount, toDecimal } from '../../../shop/price.ts';
import { compareImport } from '../transfer/import-catalogue.server.ts';
import { readFile } from '../transfer/read-file.ts';
import { changeCurrency } from './change-currency.server.ts';
import { publishDrafts } from './publish-drafts.server.ts';
import { undoPublication } from './undo-publication.server.ts';

const desk = useCatalogueDesk();

const to = (currency: string, from = 'USD') =>
  change(desk.appContext, desk.ines.trace, (tx, after) =>
    changeCurrency(tx, after, desk.appContext, desk.ines, { from, to: currency }),
  );

const priceOf = (slug: string, section = 'graphics') =>
  desk.live.current.findService(section, slug)?.price;

test('what cost 1,750 dollars costs 1,750 euros, as one publication that can be undone', async () => {
  await to('EUR');
  expect(priceOf('book-design')).toMatchObject({ amount: 175_000, currency: 'EUR' });
  const currencies = new Set(desk.live.current.services.map(({ price }) => price.currency));
  expect([...currencies]).toEqual(['EUR']);
  const { revision } = desk.live.current;
  await undoPublication(desk.appContext, desk.ines, revision);
  expect(priceOf('book-design')).toMatchObject({ amount: 175_000, currency: 'USD' });
});

test('a currency that cannot say a price is refused by the name of what costs it, and changes nothing', async () => {
  const { revision } = desk.live.current;
  expect(await refusalOf(to('JPY'))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/costs 0\.15, which can't be expressed in JPY/) as string,
  });
  expect(desk.live.current.revision).toBe(revision);
});

test('another number of digits keeps the numbers, and waits for drafts of prices', async () => {
  await to('KWD');
  expect(priceOf('book-design')).toMatchObject({ amount: 1_750_000, currency: 'KWD' });
  expect(priceOf('translation', 'writing')).toMatchObject({ amount: 150 });
  const id = desk.live.current.findService('graphics', 'book-design')?.id;
  await saveDraft(desk.appContext, desk.ines, {
    kind: 'service',
    id,
    typed: { price: '1800' },
    isWhole: false,
    shown: {},
  });
  expect(await refusalOf(to('USD', 'KWD'))).toMatchObject({ status: 409 });
});

describe('of two admins at the same moment', () => {
  const save = async (typed: SomeTexts, shown: SomeTexts) =>
    saveSettings(
      desk.appContext,
      desk.ines.trace,
      readSettingTexts({}),
      { typed, shown, confirmed: '' },
      async (tx, after, changed) => {
        const currency = changed.find(({ name }) => name === 'CURRENCY');
        if (currency) await changeCurrency(tx, after, desk.appContext, desk.ines, currency);
      },
    );

  test('one changes the currency whole, and the other is told what it is now, and may insist', async () => {
    const wanted = ['EUR', 'KWD'] as const;
    const outcomes = await Promise.all(
      wanted.map((currency) => save({ CURRENCY: currency }, { CURRENCY: 'USD' })),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['overtaken', 'saved']);
    const at = outcomes.findIndex(({ kind }) => kind === 'saved');
    const [won, lost] = [wanted[at]!, wanted[1 - at]!];
    expect(outcomes[1 - at]).toEqual({ kind: 'overtaken', now: { CURRENCY: won } });
    const currencies = () => [
      ...new Set(desk.live.current.services.map(({ price }) => price.currency)),
    ];
    expect(currencies()).toEqual([won]);
    expect(await save({ CURRENCY: lost }, { CURRENCY: won })).toMatchObject({ kind: 'saved' });
    expect(currencies()).toEqual([lost]);
    expect(toDecimal(priceOf('book-design')!)).toMatch(/^1750(\.0+)?$/);
  });

  test('a price that is published meanwhile is the same number in the one currency or the other', async () => {
    await saveDraft(desk.appContext, desk.ines, await formOf('book-design', { price: '1800' }));
    const drafts = await readDrafts(desk.store.db);
    const [changed, published] = await Promise.allSettled([
      save({ CURRENCY: 'KWD' }, { CURRENCY: 'USD' }),
      publishDrafts(desk.appContext, desk.ines, { drafts, note: '' }),
    ]);
    expect(published.status).toBe('fulfilled');
    const currency = changed.status === 'fulfilled' ? 'KWD' : 'USD';
    const price = priceOf('book-design')!;
    expect([price.currency, Number(toDecimal(price))]).toEqual([currency, 1800]);
  });

  test('who typed a price over dollars is told of the other currency, and insists on the number', async () => {
    const typed = await formOf('book-design', { price: '1800' });
    const title = await formOf('book-design', { title: 'Fine Books' });
    await to('KWD');
    const told = await saveDraft(desk.appContext, desk.ines, typed);
    if (told.kind !== 'overtaken') throw new Error('Nobody was told');
    expect(told.faults.price).toMatch(/changed this in the meantime\. It is now: .*1,750/);
    const insisted = { ...typed, shown: { ...typed.shown, ...told.now } };
    expect(await saveDraft(desk.appContext, desk.ines, insisted)).toMatchObject({ kind: 'saved' });
    expect(await saveDraft(desk.appContext, desk.ines, title)).toMatchObject({ kind: 'saved' });
    const [catalogueDraft] = await readDrafts(desk.store.db);
    expect(catalogueDraft?.fields).toEqual({ title: 'Fine Books', amount: 1_800_000 });
  });

  async function formOf(slug: string, typed: Readonly<Record<string, string>>) {
    const { id } = desk.live.current.findService('graphics', slug)!;
    const form = readEntryForm(await readWorking(desk.appContext), 'service', id)!;
    const texts = { ...form.texts, ...typed };
    return { kind: 'service', id, typed: texts, isWhole: true, shown: form.shown } as const;
  }
});

test('a service in a currency of its own keeps it', async () => {
  await to('EUR', 'GBP');
  expect(priceOf('book-design')).toMatchObject({ currency: 'USD' });
});

test('a new row of a file is in the currency of the shop unless it says another', () => {
  const [row] = compareImport(
    desk.live.current.content,
    readFile(
      JSON.stringify({
        services: [
          {
            title: 'Mapas',
            group: 'graphics/print-design',
            summary: 'Cartas.',
            description: 'Cartas de tus aguas.',
            price: '8000',
          },
        ],
      }),
    ),
    'CLP',
  ).changes;
  expect(row?.fields).toMatchObject({ amount: 8000, currency: 'CLP' });
});

test('amounts are written in the smallest units that ISO 4217 says', () => {
  const cases = [
    ['JPY', '1500', 1500],
    ['USD', '15.5', 1550],
    ['KWD', '1.250', 1250],
    ['HUF', '1500', 150_000],
    ['ISK', '900', 900],
    ['COP', '20000', 2_000_000],
    ['XOF', '650', 650],
  ] as const;
  for (const [currency, typed, amount] of cases) {
    expect(readAmount(typed, currency)).toBe(amount);
    expect(Number(writeAmount(amount, currency))).toBe(Number(typed));
    expect(Number(toDecimal({ amount, currency }))).toBe(Number(typed));
  }
  expect(readAmount('1.5', 'JPY')).toEqual({
    fault: 'JPY has no decimal places. Enter a whole number, such as 1750.',
  });
  expect(readAmount('ten', 'JPY')).toEqual({
    fault: 'Enter the price as a whole number, such as 1750.',
  });
  expect(formatAmount({ amount: 150_050, currency: 'HUF' })).toMatch(/1,500\.50/);
});

test('a price whose point parts thousands elsewhere is asked about, and none becomes a thousandth', () => {
  for (const typed of ['1.250', '25.000', '999.990', '10.500'])
    expect(readAmount(typed, 'EUR')).toEqual({
      fault: expect.stringContaining(`“${typed}” could be ${typed.replace('.', '')} or `),
    });
  expect(readAmount('25.000', 'CLP')).toMatchObject({ fault: expect.stringContaining('25000') });
  expect(readAmount('1,250.00', 'EUR')).toBe(125_000);
  expect(readAmount('1,250', 'EUR')).toBe(125_000);
  expect(readAmount('0.150', 'EUR')).toBe(15);
  expect(readAmount('1250.500', 'EUR')).toBe(125_050);
});

test('a comma that parts thousands here and decimals elsewhere is asked about in dinars', () => {
  for (const [typed, whole, part] of [
    ['80,500', '80500', '80.500'],
    ['1,250', '1250', '1.250'],
  ] as const) {
    for (const currency of ['TND', 'KWD', 'BHD', 'OMR', 'JOD', 'LYD', 'IQD']) {
      expect(readAmount(typed, currency)).toEqual({
        fault: `“${typed}” could be ${whole} or ${part}. Enter the one you mean.`,
      });
    }
  }
  expect(readAmount('1,250.500', 'TND')).toBe(1_250_500);
  expect(readAmount('0,500', 'TND')).toMatchObject({ fault: expect.any(String) });
  expect(readAmount('0,150', 'EUR')).toMatchObject({ fault: expect.any(String) });
});

test('every currency of the list is one that programs can write', () => {
  for (const currency of CURRENCIES) {
    expect(isCurrency(currency)).toBe(true);
    expect([0, 2, 3]).toContain(minorDigits(currency));
    expect(Intl.supportedValuesOf('currency')).toContain(currency);
  }
});
