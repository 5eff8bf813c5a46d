import { expect, test } from 'vitest';
import { useCatalogueDesk } from '../../../tests/support/catalogue-desk.ts';
import { refusalOf } from '../../../tests/support/team.ts';
import { change } from '../../platform/change/change.server.ts';
import { CURRENCIES, isCurrency } from '../../platform/currencies.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { saveDraft } from '../drafts/save-draft.server.ts';
import { readAmount, writeAmount } from '../entries/read-amount.ts';
import { formatAmount, toDecimal } from '../price.ts';
import { compareImport } from '../transfer/compare-import.ts';
import { readFile } from '../transfer/read-file.ts';
import { changeCurrency } from './change-currency.server.ts';
import { undoPublication } from './undo-publication.server.ts';

const desk = useCatalogueDesk();

const to = (currency: string, from = 'USD') =>
  change(desk.host, desk.ines.trace, (tx, after) =>
    changeCurrency(tx, after, desk.host, desk.ines, { from, to: currency }),
  );

const priceOf = (slug: string, section = 'graphics') =>
  desk.live.current.findService(section, slug)?.price;

test('what cost 1,750 dollars costs 1,750 euros, as one publication that can be undone', async () => {
  await to('EUR');
  expect(priceOf('book-design')).toMatchObject({ amount: 175_000, currency: 'EUR' });
  const currencies = new Set(desk.live.current.services.map(({ price }) => price.currency));
  expect([...currencies]).toEqual(['EUR']);
  const { revision } = desk.live.current;
  await undoPublication(desk.host, desk.ines, revision);
  expect(priceOf('book-design')).toMatchObject({ amount: 175_000, currency: 'USD' });
});

test('a currency that cannot say a price is refused by the name of what costs it, and changes nothing', async () => {
  const { revision } = desk.live.current;
  expect(await refusalOf(to('JPY'))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/costs 0\.15, which cannot be said in JPY/) as string,
  });
  expect(desk.live.current.revision).toBe(revision);
});

test('another number of digits keeps the numbers, and waits for drafts of prices', async () => {
  await to('KWD');
  expect(priceOf('book-design')).toMatchObject({ amount: 1_750_000, currency: 'KWD' });
  expect(priceOf('translation', 'writing')).toMatchObject({ amount: 150 });
  const id = desk.live.current.findService('graphics', 'book-design')?.id;
  await saveDraft(desk.host, desk.ines, {
    kind: 'service',
    id,
    typed: { price: '1800' },
    isWhole: false,
    shown: {},
  });
  expect(await refusalOf(to('USD', 'KWD'))).toMatchObject({ status: 409 });
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
  expect(readAmount('1.5', 'JPY')).toEqual({ fault: 'JPY has no digits after the point.' });
  expect(formatAmount({ amount: 150_050, currency: 'HUF' })).toMatch(/1,500\.50/);
});

test('every currency of the list is one that programs can write', () => {
  for (const currency of CURRENCIES) {
    expect(isCurrency(currency)).toBe(true);
    expect([0, 2, 3]).toContain(minorDigits(currency));
    expect(Intl.supportedValuesOf('currency')).toContain(currency);
  }
});
