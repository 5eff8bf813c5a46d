import { expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { TestClock } from '../../tests/support/database.ts';
import { readSettings } from '../platform/settings.server.ts';
import { formatCardPrice } from './price.ts';
import { missing } from './pages/missing.server.ts';
import { NO_PRICE_TAX } from './price-tax.ts';
import { readPriceTax } from './read-price-tax.server.ts';
import { toCards } from './service.ts';

const TAX = {
  TAX: 'on',
  SELLER_COUNTRY: 'DE',
  TAX_RATES: 'DE 19% VAT; DE 7% reduced; AT 20% USt.',
};

const PACKAGE = { name: 'basic', deliveryDays: 7, revisions: 1, contents: '' } as const;

function pricesWith(env: Record<string, string>, clock = new TestClock()): string[] {
  const settings = readSettings(env);
  const services = CATALOGUE.servicesOf('writing').map((service, at) => {
    return at === 0 ? { ...service, taxRate: 'reduced' } : service;
  });
  const cards = toCards(services, new Map(), readPriceTax({ settings, clock }));
  return cards.slice(0, 2).map(({ price }) => formatCardPrice(price));
}

test('cards show the prices as before while tax is off', () => {
  const services = CATALOGUE.servicesOf('writing');
  const priceTax = readPriceTax({ settings: readSettings({}), clock: new TestClock() });
  expect(priceTax).toBe(NO_PRICE_TAX);
  const [card] = toCards(services, new Map(), priceTax);
  expect(card?.price).toEqual(services[0]?.price);
});

test('cards say whether their price includes the tax of the service', () => {
  const plain = pricesWith({});
  expect(pricesWith(TAX)).toEqual([`${plain[0]} plus reduced`, `${plain[1]} plus VAT`]);
  expect(pricesWith({ ...TAX, TAX_PRICES: 'inclusive' })).toEqual([
    `${plain[0]} incl. reduced`,
    `${plain[1]} incl. VAT`,
  ]);
  expect(pricesWith({ ...TAX, SELLER_COUNTRY: 'CH' })).toEqual(plain);
});

test('the suggestions of the page for missing addresses say so, too', () => {
  const settings = readSettings(TAX);
  const [suggestion] = missing({ catalogue: CATALOGUE, settings, clock: new TestClock() }).data;
  expect(suggestion?.price).toMatch(/ plus VAT$/);
});

test('cards name the rate of the day', () => {
  const env = { ...TAX, TAX_RATES: 'DE 19% VAT from 2026-07-01' };
  const clock = new TestClock();
  const settings = readSettings(env);
  const before = readPriceTax({ settings, clock });
  expect(readPriceTax({ settings, clock })).toBe(before);
  expect(before('')).toBe('');
  clock.advance(40 * 24 * 60 * 60 * 1000);
  expect(readPriceTax({ settings, clock })('')).toBe('plus VAT');
});

test('a service with packages costs from the cheapest one, because only packages can be ordered', () => {
  const [plain] = CATALOGUE.servicesOf('writing');
  const offered = (...amounts: number[]) => {
    const packages = amounts.map((amount) => ({ ...PACKAGE, amount }));
    const [card] = toCards([{ ...plain!, packages }], new Map());
    return card && formatCardPrice(card.price);
  };
  expect(offered(60_000, 30_000)).toBe('from $300');
  expect(offered(30_000)).toBe('$300');
});
