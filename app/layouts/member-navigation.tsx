import { NavLink, useLocation } from 'react-router';
import type { Member } from '../team/members/member.ts';
import { may } from '../team/members/permissions.ts';
import { PLACES } from '../team/members/places.ts';
import { Icon } from '../ui/icon.tsx';

type Named = readonly [path: string, name: string];

/** Where a member may go: in a row, and on a telephone behind the name of where they are. */
export function MemberNavigation({ member }: { member: Member }) {
  const { pathname } = useLocation();
  const places = Object.entries(PLACES).flatMap(([path, place]): Named[] =>
    'name' in place && may(member, place.permission) ? [[path, place.name]] : [],
  );
  const here = places.find(([path]) => path === pathname);
  return (
    <>
      <nav aria-label="Team" className="order-last w-full max-md:hidden">
        <Places places={places} />
      </nav>
      <details className="group order-last w-full md:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-[15px] font-semibold">
          <span className="sr-only">Menu: </span>
          {here?.[1] ?? 'Team'}
          <Icon name="caret-down" size={16} className="transition group-open:rotate-180" />
        </summary>
        <nav aria-label="Team" className="pb-1">
          <Places places={places} />
        </nav>
      </details>
    </>
  );
}

function Places({ places }: { places: readonly Named[] }) {
  return (
    <ul className="-mx-2.5 flex flex-wrap gap-1 max-md:grid max-md:grid-cols-2">
      {places.map(([path, name]) => (
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
