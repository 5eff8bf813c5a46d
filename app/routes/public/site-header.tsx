import { Link, NavLink } from 'react-router';
import { SearchBox } from '../../catalogue/search-box.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useSite } from './layout.tsx';

const TABS = [
  { label: 'Home', to: '/' },
  { label: 'Our Services', to: '/services' },
  { label: 'About Us', to: '/#about-us-section' },
  { label: 'Contact Us', to: '/contact' },
];

export function SiteHeader() {
  const { brandName } = useSite();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="container-page flex min-h-[76px] flex-wrap items-center gap-x-7 gap-y-2 py-3">
        <Link to="/" className="flex items-center gap-2.5 font-display text-[23px] font-bold">
          <Mark /> {brandName}
        </Link>
        <nav aria-label="Main" className="flex gap-1">
          {TABS.map(({ label, to }) => (
            <NavLink
              key={label}
              to={to}
              end={to === '/'}
              className="rounded-[10px] px-3.5 py-2 text-[15px] text-ink-2 aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto w-[280px]">
          <SearchBox place="header" />
        </div>
      </div>
    </header>
  );
}
