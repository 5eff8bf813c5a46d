import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { LIMITS } from '../../catalogue/protocol/limits.ts';
import { PRICE_UNITS } from '../../shop/price.ts';
import { periodOf, purchaseKindsOf, type DirectOrderTerms } from './direct-order.ts';
import { PRICING_LIMITS } from './limits.ts';
import {
  checkQuantity,
  largestQuantity,
  quantityLabelOf,
  quantityRuleOf,
  type OrderUnit,
} from './quantity.ts';

const UNITS: readonly OrderUnit[] = [...PRICE_UNITS, 'week', 'quarter'];

test('the limits are those of the catalogue', () => {
  expect(PRICING_LIMITS.unitAmount).toBe(LIMITS.amount);
  expect(PRICING_LIMITS.deliveryDays).toBe(LIMITS.deliveryDays);
  expect(PRICING_LIMITS.optionDays).toBe(LIMITS.deliveryDays);
});

describe('a quantity', () => {
  const rule = { minimum: 250, step: 100, maximum: 1000 };

  test.each([250, 350, 950])('of %i is on a step from the minimum', (quantity) => {
    expect(checkQuantity(quantity, rule)).toBeUndefined();
  });

  test.each([
    [249, 'quantity-too-small', { minimum: 250 }],
    [0, 'quantity-too-small', { minimum: 250 }],
    [-5, 'quantity-too-small', { minimum: 250 }],
    [300, 'quantity-off-step', { step: 100, lower: 250, higher: 350 }],
    [949, 'quantity-off-step', { step: 100, lower: 850, higher: 950 }],
    // 1000 is on no step, so 950 is the most.
    [1000, 'quantity-too-large', { maximum: 950 }],
    [250.5, 'quantity-not-whole', {}],
    [Number.NaN, 'quantity-not-whole', {}],
    [Infinity, 'quantity-not-whole', {}],
    [2 ** 53, 'quantity-not-whole', {}],
  ] as const)('of %d is refused as %s', (quantity, key, values) => {
    expect(checkQuantity(quantity, rule)).toEqual({ key, values });
  });

  test('without a maximum has that of every order', () => {
    const any = { minimum: 1, step: 1, maximum: null };
    expect(checkQuantity(100_000, any)).toBeUndefined();
    expect(checkQuantity(100_001, any)).toMatchObject({ values: { maximum: 100_000 } });
  });

  test('that a refusal names is accepted', () => {
    const rules = fc
      .record({
        minimum: fc.integer({ min: 1, max: 1000 }),
        step: fc.integer({ min: 1, max: 1000 }),
        more: fc.option(fc.integer({ min: 0, max: 5000 })),
      })
      .map(({ minimum, step, more }) => ({
        minimum,
        step,
        maximum: more === null ? null : minimum + more,
      }));
    fc.assert(
      fc.property(rules, fc.integer({ min: -10, max: 7000 }), (each, quantity) => {
        const { step: _, ...named } = checkQuantity(quantity, each)?.values ?? {};
        for (const suggested of [...Object.values(named), largestQuantity(each)]) {
          expect(checkQuantity(suggested, each)).toBeUndefined();
        }
      }),
      propertyRuns(500),
    );
  });
});

test('each unit has the label of its quantity', () => {
  expect(Object.fromEntries(UNITS.map((unit) => [unit, quantityLabelOf(unit, false)]))).toEqual({
    word: 'words',
    'audio-minute': 'minutes',
    each: 'items',
    '1000-followers': 'thousands-of-followers',
    registration: 'registrations',
    flat: 'quantity',
    week: 'quantity',
    month: 'quantity',
    quarter: 'quantity',
    year: 'quantity',
  });
  expect(quantityLabelOf('word', true)).toBe('quantity');
});

test('the rule of a service applies to its packages, unless it counts words or another unit', () => {
  const quantity = { minimum: 2, step: 2, maximum: 10 };
  const any = { minimum: 1, step: 1, maximum: null };
  for (const unit of UNITS) {
    expect(quantityRuleOf({ unit, quantity }, false)).toEqual(quantity);
    const isInPackages = quantityLabelOf(unit, false) === 'quantity';
    expect(quantityRuleOf({ unit, quantity }, true)).toEqual(isInPackages ? quantity : any);
  }
});

describe('a service', () => {
  const TERMS: DirectOrderTerms = {
    unit: 'flat',
    isRange: false,
    isOnForShop: true,
    isOnForService: null,
    allowsOnce: true,
    allowsSubscription: true,
  };
  const kinds = (terms: Partial<DirectOrderTerms>) => purchaseKindsOf({ ...TERMS, ...terms });

  test('with a simple price can be ordered directly, by default', () => {
    const once = UNITS.filter((unit) => periodOf(unit) === null);
    expect(once).toEqual([
      'flat',
      'word',
      'audio-minute',
      'each',
      '1000-followers',
      'registration',
    ]);
    for (const unit of once) expect(kinds({ unit })).toEqual(['order']);
    expect(kinds({ isOnForService: true })).toEqual(['order']);
  });

  test('cannot be ordered directly with a price range, or where shop or service say so', () => {
    for (const unit of UNITS) {
      expect(kinds({ unit, isRange: true, isOnForService: true })).toEqual([]);
      expect(kinds({ unit, isOnForShop: false })).toEqual([]);
      expect(kinds({ unit, isOnForShop: false, isOnForService: true })).toEqual([]);
      expect(kinds({ unit, isOnForService: false })).toEqual([]);
    }
  });

  test('priced by period is ordered once or subscribed to, as the operator allows', () => {
    for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
      expect(kinds({ unit })).toEqual(['order-once', 'subscribe']);
      expect(kinds({ unit, allowsOnce: false })).toEqual(['subscribe']);
      expect(kinds({ unit, allowsSubscription: false })).toEqual(['order-once']);
      expect(kinds({ unit, allowsOnce: false, allowsSubscription: false })).toEqual([]);
    }
  });
});
