import { NavLink } from 'react-router';

/** The pages of the catalogue, with how much waits to be published. */
export function CatalogueNav({ pendingCount }: { readonly pendingCount: number }) {
  const links = [
    { to: '/team/catalogue', name: 'Services' },
    { to: '/team/catalogue/sections', name: 'Sections and groups' },
    {
      to: '/team/catalogue/publish',
      name: pendingCount === 0 ? 'Publish' : `Publish (${pendingCount})`,
    },
    { to: '/team/catalogue/history', name: 'History' },
    { to: '/team/catalogue/import', name: 'Import and export' },
  ];
  return (
    <nav aria-label="Catalogue" className="mt-6">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ to, name }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                `button button-small ${isActive ? 'button-primary' : 'button-line'}`
              }
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
