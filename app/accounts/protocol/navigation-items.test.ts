import { expect, test } from 'vitest';
import { placeInRailAt, getNavigationItems } from './navigation-items.ts';
import { ROLES } from './roles.ts';

const namesOf = (role: (typeof ROLES)[number]) =>
  getNavigationItems({ role }).map(({ name, isOwn }) => (isOwn ? `own: ${name}` : name));

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

test('a page marks the place that it is, or belongs to', () => {
  expect(placeInRailAt('/team')).toBe('/team');
  expect(placeInRailAt('/team/reports')).toBe('/team/reports');
  expect(placeInRailAt('/team/webhooks/7')).toBe('/team/api');
  expect(placeInRailAt('/reset')).toBe('/team/settings');
  expect(placeInRailAt('/teamwork')).toBeUndefined();
});
