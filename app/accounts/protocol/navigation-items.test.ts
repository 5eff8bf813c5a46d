import { expect, test } from 'vitest';
import { NAVIGATION_GROUPS, placeInRailAt, getNavigationItems } from './navigation-items.ts';
import { ROLES } from './roles.ts';

const namesOf = (role: (typeof ROLES)[number]) =>
  getNavigationItems({ role }).map(({ name, group }) => (group ? name : `own: ${name}`));

test('each role is led to what it may open, most used first', () => {
  expect(namesOf('agent')).toEqual([
    'Inbox',
    'Orders',
    'Canned replies',
    'Subscriptions',
    'own: Notifications',
    'own: Your account',
  ]);
  expect(namesOf('support')).toEqual(namesOf('agent'));
  expect(namesOf('manager').slice(0, 4)).toEqual(['Inbox', 'Orders', 'Reviews', 'Visitors']);
  expect(namesOf('manager')).not.toContain('Settings');
  expect(namesOf('admin')).toContain('Settings');
});

test('the navigation is grouped, in the order of the groups', () => {
  const groups = getNavigationItems({ role: 'admin' }).map(({ group }) => group);
  const inOrder = Object.keys(NAVIGATION_GROUPS);
  expect([...new Set(groups)]).toEqual([...inOrder, undefined]);
  expect(groups).toEqual(
    groups.toSorted((one, other) => inOrder.indexOf(one ?? '') - inOrder.indexOf(other ?? '')),
  );
});

test('a page marks the place that it is, or belongs to', () => {
  expect(placeInRailAt('/team')).toBe('/team');
  expect(placeInRailAt('/team/reports')).toBe('/team/reports');
  expect(placeInRailAt('/team/webhooks/7')).toBe('/team/api');
  expect(placeInRailAt('/reset')).toBe('/team/settings');
  expect(placeInRailAt('/teamwork')).toBeUndefined();
  expect(placeInRailAt('/team/nowhere')).toBeUndefined();
});
