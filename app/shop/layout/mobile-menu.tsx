import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SearchBox } from '../ui/search-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Tab } from '../../portal/active-tab.ts';
import { TABS } from '../../portal/tabs.ts';
import { say, sayAny } from '../../platform/say.ts';

/**
 * Renders the menu for widths up to 768 px. The native popover opens without scripts, and the browser handles
 * Escape, clicks outside and the focus. The menu's links close it (leave-menu.ts).
 */
export function MobileMenu({ active }: { active: Tab | undefined }) {
  const menu = useRef<HTMLDivElement>(null);
  // Opening clears the search (rule 14): a new key for each opening mounts a new search box.
  const [openings, setOpenings] = useState(0);
  const { key } = useLocation();
  const shownKey = useRef(key);

  useEffect(() => {
    // A menu that was opened before hydration stays open.
    if (shownKey.current !== key) menu.current?.hidePopover();
    shownKey.current = key;
  }, [key]);

  useEffect(() => {
    // A menu left open would cover the wide layout after the window grows.
    const large = matchMedia('(min-width: 48.0625rem)');
    const hide = () => menu.current?.hidePopover();
    large.addEventListener('change', hide);
    return () => large.removeEventListener('change', hide);
  }, []);

  return (
    <div className="md:hidden [&:has(>:popover-open)_.when-closed]:hidden [&:has(>:popover-open)_.when-open]:block">
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label={say('Menu')}
        className="icon-button text-ink"
      >
        <Icon name="list-bold" className="when-closed" />
        <Icon name="x-bold" className="when-open hidden" />
      </button>
      <div
        ref={menu}
        id="site-menu"
        popover="auto"
        className="fixed inset-x-2 top-[72px] bottom-auto m-0 max-h-[calc(100dvh-88px)] w-auto overflow-y-auto rounded-[22px] border-0 bg-surface p-3 text-ink shadow-overlay ring-1 ring-line backdrop:bg-[rgb(9_12_24/40%)]"
        onToggle={(event) => {
          if (event.newState === 'open') setOpenings((count) => count + 1);
        }}
      >
        <SearchBox key={openings} place="header" />
        <nav aria-label={say('Menu')} className="mt-2">
          {TABS.map(({ label, tab, to }) => (
            <Link
              key={label}
              to={to}
              aria-current={tab === active ? 'true' : undefined}
              className="flex min-h-[52px] items-center rounded-field px-4 font-display text-[22px] font-bold tracking-[-0.03em] aria-[current]:bg-sunken"
            >
              {sayAny(label)}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}
