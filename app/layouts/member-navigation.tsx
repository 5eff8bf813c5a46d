import { NavLink, useLocation } from 'react-router';
import type { Member } from '../team/members/member.ts';
import { may, type Permission } from '../team/members/permissions.ts';
import { Icon } from '../ui/icon.tsx';

interface Place {
  readonly path: string;
  readonly name: string;
  readonly permission: Permission;
}

const PLACES: readonly Place[] = [
  { path: '/agentchat', name: 'Dashboard', permission: 'use-portal' },
  { path: '/desk', name: 'Desk', permission: 'set-capacities' },
  { path: '/canned-replies', name: 'Canned replies', permission: 'use-portal' },
  { path: '/team/reports', name: 'Reports', permission: 'read-reports' },
  { path: '/team/reviews', name: 'Reviews', permission: 'moderate-reviews' },
  { path: '/team/visitors', name: 'Visitors', permission: 'block-visitors' },
  { path: '/team', name: 'Team', permission: 'manage-accounts' },
  { path: '/team/api', name: 'API', permission: 'manage-integrations' },
  { path: '/team/settings', name: 'Settings', permission: 'change-settings' },
  { path: '/team/audit', name: 'Audit log', permission: 'read-audit-log' },
  { path: '/team/outbox', name: 'Outbox', permission: 'manage-outbox' },
  { path: '/notifications', name: 'Notifications', permission: 'use-portal' },
  { path: '/account', name: 'Account', permission: 'use-portal' },
];

/** Where a member may go: in a row, and on a telephone behind the name of where they are. */
export function MemberNavigation({ member }: { member: Member }) {
  const { pathname } = useLocation();
  const places = PLACES.filter(({ permission }) => may(member, permission));
  const here = places.find(({ path }) => path === pathname);
  return (
    <>
      <nav aria-label="Team" className="order-last w-full max-md:hidden">
        <Places places={places} />
      </nav>
      <details className="group order-last w-full md:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-[15px] font-semibold">
          <span className="sr-only">Menu: </span>
          {here?.name ?? 'Team'}
          <Icon name="caret-down" size={16} className="transition group-open:rotate-180" />
        </summary>
        <nav aria-label="Team" className="pb-1">
          <Places places={places} />
        </nav>
      </details>
    </>
  );
}

function Places({ places }: { places: readonly Place[] }) {
  return (
    <ul className="-mx-2.5 flex flex-wrap gap-1 max-md:grid max-md:grid-cols-2">
      {places.map(({ path, name }) => (
        <li key={path}>
          <NavLink
            to={path}
            end
            className={({ isActive }) =>
              `flex min-h-11 items-center rounded-chip px-2.5 text-[15px] font-semibold ${
                isActive ? 'bg-soft text-soft-ink' : 'text-ink-2 hover:text-ink'
              }`
            }
          >
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
