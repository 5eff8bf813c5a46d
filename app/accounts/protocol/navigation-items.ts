import { type Sentence, t, msg, msgIn } from '../../i18n/translate.ts';
import type { IconName } from '../../ui/icon-names.ts';
import type { Member } from './member.ts';
import { may, type Permission } from './permissions.ts';

/** The groups of the navigation, in their order. */
export const NAVIGATION_GROUPS = {
  work: msgIn('navigation', 'Work'),
  shop: msgIn('navigation', 'Shop'),
  money: msgIn('navigation', 'Money'),
  team: msgIn('navigation', 'Team'),
  system: msgIn('navigation', 'System'),
} as const;

export type NavigationGroup = keyof typeof NAVIGATION_GROUPS;

interface Place {
  /** The label in the navigation. A page without a label is reached from another page. */
  readonly name?: Sentence;
  readonly icon?: IconName;
  /** The title of the browser tab, if it differs from the label. */
  readonly title?: Sentence;
  /** Personal pages have no group: they appear in the user menu instead of the main navigation. */
  readonly group?: NavigationGroup;
  readonly within?: string;
  readonly permission: Permission;
}

/**
 * The pages of the team, in the order of the navigation. Each module with a page adds a line. The phone's tab
 * bar shows the first four that the member may open.
 */
export const NAVIGATION_ITEMS = {
  '/agentchat': { group: 'work', name: msg('Inbox'), icon: 'tray', permission: 'use-portal' },
  '/team/orders': { group: 'work', name: msg('Orders'), icon: 'package', permission: 'use-portal' },
  '/team/reviews': {
    group: 'work',
    name: msg('Reviews'),
    icon: 'star',
    permission: 'moderate-reviews',
  },
  '/team/visitors': {
    group: 'work',
    name: msg('Visitors'),
    icon: 'identification-card',
    permission: 'block-visitors',
  },
  '/canned-replies': {
    group: 'work',
    name: msg('Canned replies'),
    icon: 'lightning',
    permission: 'use-portal',
  },
  '/team/catalogue': {
    group: 'shop',
    name: msg('Catalogue'),
    icon: 'stack',
    permission: 'manage-catalogue',
  },
  '/team/content': {
    group: 'shop',
    name: msg('Content'),
    icon: 'note-pencil',
    permission: 'manage-catalogue',
  },
  '/team/coupons': {
    group: 'shop',
    name: msg('Coupons'),
    icon: 'ticket',
    permission: 'manage-coupons',
  },
  '/team/invoices': {
    group: 'money',
    name: msgIn('navigation', 'Invoices'),
    icon: 'file',
    permission: 'manage-orders',
  },
  '/team/subscriptions': {
    group: 'money',
    name: msgIn('navigation', 'Subscriptions'),
    icon: 'clock-counter-clockwise',
    permission: 'use-portal',
  },
  '/team/reports': {
    group: 'money',
    name: msg('Reports'),
    icon: 'chart-bar',
    permission: 'read-reports',
  },
  '/team/reports/revenue': {
    title: msg('Revenue'),
    within: '/team/reports',
    permission: 'read-reports',
  },
  '/team': { group: 'team', name: msg('Team'), icon: 'users', permission: 'manage-teams' },
  '/desk': { group: 'team', name: msg('Desk'), icon: 'headset', permission: 'set-capacities' },
  '/team/labels': { group: 'team', name: msg('Labels'), icon: 'tag', permission: 'manage-labels' },
  '/team/settings': {
    group: 'system',
    name: msg('Settings'),
    icon: 'gear-six',
    permission: 'change-settings',
  },
  '/team/setup': {
    title: msg('Setup guide'),
    within: '/team/settings',
    permission: 'change-settings',
  },
  '/team/api': {
    group: 'system',
    name: msg('API'),
    icon: 'plugs-connected',
    title: msg('API and webhooks'),
    permission: 'manage-integrations',
  },
  '/team/webhooks': {
    title: msg('Webhook'),
    within: '/team/api',
    permission: 'manage-integrations',
  },
  '/team/emails': {
    group: 'system',
    name: msg('Skipped emails'),
    icon: 'envelope-simple',
    permission: 'see-every-conversation',
  },
  '/team/outbox': {
    group: 'system',
    name: msg('Jobs'),
    icon: 'paper-plane-tilt',
    permission: 'manage-outbox',
  },
  '/team/audit': {
    group: 'system',
    name: msg('Audit log'),
    icon: 'clipboard-text',
    permission: 'read-audit-log',
  },
  '/notifications': {
    name: msg('Notifications'),
    icon: 'bell',
    permission: 'use-portal',
  },
  '/team/account': {
    name: msg('Your account'),
    icon: 'user',
    permission: 'use-portal',
  },
  '/team/confirm': {
    title: msg("Confirm it's you"),
    within: '/team/account',
    permission: 'use-portal',
  },
  '/reset': { title: msg('Reset'), within: '/team/settings', permission: 'reset-everything' },
} as const satisfies Readonly<Record<string, Place>>;

export type PlacePath = keyof typeof NAVIGATION_ITEMS;

/** Returns the page or its parent, for example /team/webhooks for /team/webhooks/7. */
export function placeAt(pathname: string): Place | undefined {
  return entryAt(pathname)?.[1];
}

/** Returns the path of the navigation item to highlight. */
export function placeInRailAt(pathname: string): string | undefined {
  const [path, place] = entryAt(pathname) ?? [];
  return place?.within ?? path;
}

export interface Destination {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  readonly group: NavigationGroup | undefined;
}

export function getNavigationItems(member: Pick<Member, 'role'>): Destination[] {
  return Object.entries<Place>(NAVIGATION_ITEMS).flatMap(
    ([path, { group, name, icon, permission }]) =>
      name && icon && may(member, permission) ? [{ path, name: t(name), icon, group }] : [],
  );
}

function entryAt(pathname: string): [string, Place] | undefined {
  return Object.entries<Place>(NAVIGATION_ITEMS)
    .toSorted(([one], [other]) => other.length - one.length)
    .find(([path]) =>
      // The pages below /team are places of their own, and an unknown one belongs to none.
      path === '/team' ? pathname === path : `${pathname}/`.startsWith(`${path}/`),
    );
}
