import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawTransitions } from '../server/order/draw-transitions.ts';
import {
  ACTORS,
  ORDER_STATES,
  targetOf,
  TRANSITION_NAMES,
  TRANSITIONS,
  transitionsFor,
  whyNot,
  type OrderState,
} from './transitions.ts';

/** rule 204, row by row. */
const RULES = [
  ['awaiting payment', 'paid', ['provider', 'agent', 'manager']],
  ['awaiting payment', 'cancelled', ['buyer', 'agent', 'manager', 'house']],
  // A request of a subscription is returned before its work starts (rule 291).
  ['paid', 'cancelled', ['buyer', 'agent', 'manager']],
  ['paid', 'in progress', ['buyer', 'house']],
  ['in progress', 'delivered', ['agent', 'manager']],
  ['revision requested', 'delivered', ['agent', 'manager']],
  ['delivered', 'revision requested', ['buyer']],
  ['delivered', 'completed', ['buyer', 'house']],
  ...['paid', 'in progress', 'revision requested', 'delivered', 'completed'].map(
    (from) => [from, 'refund requested', ['buyer']] as const,
  ),
  ...[
    'paid',
    'in progress',
    'revision requested',
    'delivered',
    'completed',
    'refund requested',
  ].map((from) => [from, 'refunded', ['manager']] as const),
  ...['paid', 'in progress', 'revision requested', 'delivered', 'completed'].map(
    (before) => ['refund requested', before, ['manager']] as const,
  ),
] as const;

const formatRule = (from: string, to: string, by: string) => `${from} → ${to} by ${by}`;

describe('the table of transitions', () => {
  test('is that of the decisions, and nothing else', () => {
    const wanted = RULES.flatMap(([from, to, by]) => by.map((one) => formatRule(from, to, one)));
    const befores = TRANSITIONS['request-refund'].from;
    const found = TRANSITION_NAMES.flatMap((name) =>
      TRANSITIONS[name].from.flatMap((from) =>
        TRANSITIONS[name].by.flatMap((by) => {
          const { to } = TRANSITIONS[name];
          if (to === 'current') return [];
          return (to === 'before' ? befores : [to]).map((one) => formatRule(from, one, by));
        }),
      ),
    );
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  test('lets nobody out of an end, and has a way into every state', () => {
    for (const actor of ACTORS) {
      expect(transitionsFor('cancelled', actor)).toEqual([]);
      expect(transitionsFor('refunded', actor)).toEqual([]);
    }
    const reached = new Set<string>(TRANSITION_NAMES.map((name) => TRANSITIONS[name].to));
    for (const state of ORDER_STATES) {
      expect(state === 'awaiting payment' || reached.has(state)).toBe(true);
    }
  });

  test('offers the steps of milestones to orders with milestones only', () => {
    for (const state of ORDER_STATES) {
      const steps = transitionsFor(state, 'manager').map((name) => TRANSITIONS[name].to);
      expect(steps).not.toContain('current');
    }
    expect(transitionsFor('in progress', 'manager', true)).toContain('pay-milestone');
  });

  test('says why, in the words of the state, whatever is tried', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRANSITION_NAMES),
        fc.constantFrom(...ORDER_STATES),
        fc.constantFrom(...ACTORS),
        (name, state, actor) => {
          const why = whyNot(name, state, actor);
          const isOffered = transitionsFor(state, actor, true).includes(name);
          expect(why === undefined).toBe(isOffered);
          expect(why ?? 'It is possible.').toMatch(/^[A-Z].{10,}\.$/);
        },
      ),
    );
  });

  test('after any sequence of what is allowed an order is in a state of the table', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...TRANSITION_NAMES), fc.constantFrom(...ACTORS)),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(steps, (tried) => {
        let state: OrderState = 'awaiting payment';
        let before: OrderState | null = null;
        for (const [name, actor] of tried) {
          const isOfMilestone = TRANSITIONS[name].to === 'current';
          if (isOfMilestone || whyNot(name, state, actor) !== undefined) continue;
          const next = targetOf(name, before);
          before = next === 'refund requested' ? state : null;
          state = next;
          expect(ORDER_STATES).toContain(state);
        }
      }),
    );
  });

  test('is what the picture in the documentation shows: npm run order-states draws it again', () => {
    const page = readFileSync(new URL('../../../docs/order-states.md', import.meta.url), 'utf8');
    expect(page).toBe(drawTransitions());
  });
});
