import { expect, test } from 'vitest';
import { ROLES } from '../../protocol/roles.ts';
import { requiresSecondFactor } from './requires-second-factor.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const who = (role: (typeof ROLES)[number], adminsHaveSince: Date | null = null) => ({
  member: { role },
  hasFactor: false,
  factorAtProvider: false,
  adminsHaveSince,
});

test.each([
  ['nobody', []],
  ['admins', ['admin']],
  ['managers', ['admin', 'manager']],
  ['support', ['admin', 'manager', 'support']],
  ['everybody', ['agent', 'admin', 'manager', 'support']],
] as const)('with %s as the setting these roles owe one: %j', (setting, roles) => {
  const owing = ROLES.filter((role) => requiresSecondFactor(who(role), setting, NOW));
  expect(owing.toSorted()).toEqual([...roles].toSorted());
  expect(
    ROLES.some((role) => requiresSecondFactor({ ...who(role), hasFactor: true }, setting, NOW)),
  ).toBe(false);
});

test('by itself admins owe one, seven days after any admin has set one up', () => {
  expect(requiresSecondFactor(who('admin'), 'automatic', NOW)).toBe(false);
  expect(requiresSecondFactor(who('admin', daysAgo(6.9)), 'automatic', NOW)).toBe(false);
  expect(requiresSecondFactor(who('admin', daysAgo(7)), 'automatic', NOW)).toBe(true);
  expect(requiresSecondFactor(who('manager', daysAgo(700)), 'automatic', NOW)).toBe(false);
});
