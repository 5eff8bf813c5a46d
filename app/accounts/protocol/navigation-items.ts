import { type Sentence, t, msg, msgIn } from '../../i18n/translate.ts';
import type { IconName } from '../../ui/icon-names.ts';
import type { Member } from './member.ts';
import { may, type Permission } from './permissions.ts';

interface Place {
  /** The label in the navigation. A page without a label is reached from another page. */
  readonly name?: Sentence;
  readonly icon?: IconName;
  /** The title of the browser tab, if it differs from the label. */
  readonly title?: Sentence;
  /** Personal pages appear in the user menu instead of the main navigation. */
  readonly isOwn?: true;
  readonly within?: string;
  readonly permission: Permission;
}

/**
 * The pages of the team, in the order of the navigation. Each module with a page adds a line. The phone's tab
 * bar shows the first four that the member may open.
 */
export const NAVIGATION_ITEMS = {
  '/agentchat': { name: msg('Inbox'), icon: 'tray', permission: 'use-portal' },
  '/team/orders': { name: msg('Orders'), icon: 'package', permission: 'use-portal' },
  '/team/reviews': { name: msg('Reviews'), icon: 'star', permission: 'moderate-reviews' },
  '/team/visitors': {
    name: msg('Visitors'),
    icon: 'identification-card',
    permission: 'block-visitors',
  },
  '/team/reports': { name: msg('Reports'), icon: 'chart-bar', permission: 'read-reports' },
  '/team/invoices': {
    name: msgIn('navigation', 'Invoices'),
    icon: 'file',
    permission: 'manage-orders',
  },
  '/team/coupons': { name: msg('Coupons'), icon: 'ticket', permission: 'manage-coupons' },
  '/team/catalogue': { name: msg('Catalogue'), icon: 'stack', permission: 'manage-catalogue' },
  '/team/content': { name: msg('Content'), icon: 'note-pencil', permission: 'manage-catalogue' },
  '/canned-replies': { name: msg('Canned replies'), icon: 'lightning', permission: 'use-portal' },
  '/team/subscriptions': {
    name: msgIn('navigation', 'Subscriptions'),
    icon: 'clock-counter-clockwise',
    permission: 'use-portal',
  },
  '/team/labels': { name: msg('Labels'), icon: 'tag', permission: 'manage-labels' },
  '/desk': { name: msg('Desk'), icon: 'headset', permission: 'set-capacities' },
  '/team': { name: msg('Team'), icon: 'users', permission: 'manage-teams' },
  '/team/api': {
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
    name: msg('Skipped emails'),
    icon: 'envelope-simple',
    permission: 'see-every-conversation',
  },
  '/team/audit': { name: msg('Audit log'), icon: 'clipboard-text', permission: 'read-audit-log' },
  '/team/outbox': { name: msg('Outbox'), icon: 'paper-plane-tilt', permission: 'manage-outbox' },
  '/team/settings': { name: msg('Settings'), icon: 'gear-six', permission: 'change-settings' },
  '/notifications': {
    name: msg('Notifications'),
    icon: 'bell',
    isOwn: true,
    permission: 'use-portal',
  },
  '/team/account': {
    name: msg('Your account'),
    icon: 'user',
    isOwn: true,
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
  readonly isOwn: boolean;
}

export function getNavigationItems(member: Pick<Member, 'role'>): Destination[] {
  return Object.entries<Place>(NAVIGATION_ITEMS).flatMap(
    ([path, { name, icon, isOwn, permission }]) =>
      name && icon && may(member, permission)
        ? [{ path, name: t(name), icon, isOwn: isOwn ?? false }]
        : [],
  );
}

function entryAt(pathname: string): [string, Place] | undefined {
  return Object.entries<Place>(NAVIGATION_ITEMS)
    .toSorted(([one], [other]) => other.length - one.length)
    .find(([path]) => `${pathname}/`.startsWith(`${path}/`));
}
