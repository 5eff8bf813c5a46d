import { t } from '../../i18n/translate.ts';
import { NavLink, useLocation } from 'react-router';

/** `pendingCount` covers the drafts of both the catalogue and the content. */
export function CatalogueNav({ pendingCount }: { readonly pendingCount: number }) {
  const isContent = useLocation().pathname.startsWith('/team/content');
  const at = isContent ? '/team/content' : '/team/catalogue';
  const links = [
    { to: at, name: isContent ? t('All content') : t('Services') },
    ...(isContent ? [] : [{ to: `${at}/sections`, name: t('Sections and groups') }]),
    {
      to: `${at}/publish`,
      name: pendingCount === 0 ? t('Publish') : t('Publish ({count})', { count: pendingCount }),
    },
    { to: `${at}/history`, name: t('History') },
    ...(isContent ? [] : [{ to: `${at}/import`, name: t('Import and export') }]),
  ];
  return (
    <nav aria-label={isContent ? t('Content pages') : t('Catalogue')} className="mt-6">
      {/* The grid does not shift when the web font loads. */}
      <ul className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-[359px]:grid-cols-1">
        {links.map(({ to, name }) => (
          <li key={to}>
            <NavLink
              dir="auto"
              to={to}
              end
              className={({ isActive }) =>
                `button button-small max-sm:w-full max-sm:px-2 ${isActive ? 'button-primary' : 'button-line'}`
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
