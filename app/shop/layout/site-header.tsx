import { Link, useLocation } from 'react-router';
import { SearchBox } from '../ui/search-box.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { activeTab } from '../../portal/active-tab.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { ShopMark } from './shop-mark.tsx';
import { TABS } from '../../portal/tabs.ts';
import { useSite } from './use-site.ts';
import { say, sayAny } from '../../platform/say.ts';

const SKY_PATHS = ['/', '/services'];

/** The header is transparent at the top of a page that begins with the sky illustration. */
export function SiteHeader() {
  const { brandName } = useSite();
  const { pathname } = useLocation();
  const isOverSky = SKY_PATHS.includes(pathname);
  const active = activeTab(pathname);

  return (
    <header className="site-header" data-over-sky={isOverSky || undefined}>
      <div className="site-header-bar">
        <div className="container-sky flex h-16 items-center gap-1.5 md:h-[76px] md:gap-3 lg:gap-7">
          <Link
            to="/"
            className="flex min-h-11 min-w-0 items-center gap-2.5 font-display text-[23px] leading-none font-bold tracking-[-0.04em]"
          >
            <ShopMark>
              <span dir="auto" className="truncate py-1">
                {brandName}
              </span>
            </ShopMark>
          </Link>
          <nav aria-label={say('Main')} className="hidden gap-1 md:flex lg:ms-2">
            {TABS.map(({ label, tab, to }) => (
              <Link
                key={label}
                to={to}
                aria-current={tab === active ? (to === pathname ? 'page' : 'true') : undefined}
                className="flex min-h-11 items-center rounded-[10px] px-2 text-[15px] font-[550] whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-[current]:bg-[color-mix(in_srgb,var(--ink)_8%,transparent)] aria-[current]:text-ink lg:px-3.5 forced-colors:aria-[current]:underline"
              >
                {sayAny(label)}
              </Link>
            ))}
          </nav>
          <div className="ms-auto hidden max-w-[280px] min-w-0 flex-1 md:block">
            <SearchBox place="header" hasShortcut />
          </div>
          <div className="max-md:ms-auto">
            <ThemeSwitch />
          </div>
          <MobileMenu active={active} />
        </div>
      </div>
    </header>
  );
}
