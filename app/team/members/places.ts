import type { Permission } from './permissions.ts';

interface Place {
  /** In the menu; a page without is reached from another. */
  readonly name?: string;
  /** Of the browser's tab, where it says more than the name. */
  readonly title?: string;
  /** What its loader and its forms ask for. */
  readonly permission: Permission;
}

/** The pages of the team, in the order of the menu: a wing that has one has its line here. */
export const PLACES = {
  '/agentchat': { name: 'Dashboard', permission: 'use-portal' },
  '/desk': { name: 'Desk', permission: 'set-capacities' },
  '/canned-replies': { name: 'Canned replies', permission: 'use-portal' },
  '/team/reports': { name: 'Reports', permission: 'read-reports' },
  '/team/reviews': { name: 'Reviews', permission: 'moderate-reviews' },
  '/team/visitors': { name: 'Visitors', permission: 'block-visitors' },
  '/team': { name: 'Team', permission: 'manage-accounts' },
  '/team/api': { name: 'API', title: 'API and webhooks', permission: 'manage-integrations' },
  '/team/webhooks': { title: 'Webhook', permission: 'manage-integrations' },
  '/team/settings': { name: 'Settings', permission: 'change-settings' },
  '/team/audit': { name: 'Audit log', permission: 'read-audit-log' },
  '/team/outbox': { name: 'Outbox', permission: 'manage-outbox' },
  '/notifications': { name: 'Notifications', permission: 'use-portal' },
  '/account': { name: 'Account', title: 'Your account', permission: 'use-portal' },
  '/reset': { title: 'Reset', permission: 'reset-everything' },
} as const satisfies Readonly<Record<string, Place>>;

export type PlacePath = keyof typeof PLACES;

/** The place that a page is, or belongs to as /team/webhooks/7 does; undefined for other pages. */
export function placeAt(pathname: string): Place | undefined {
  const [, place] =
    Object.entries<Place>(PLACES)
      .toSorted(([one], [other]) => other.length - one.length)
      .find(([path]) => `${pathname}/`.startsWith(`${path}/`)) ?? [];
  return place;
}
