import { say } from '../platform/say.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Member } from '../accounts/protocol/member.ts';
import { placeInRailAt, placesOf, type Destination } from '../accounts/protocol/places.ts';
import { Avatar } from '../ui/avatar.tsx';
import { openPalette } from '../ui/command/open-palette.ts';
import { Icon } from '../ui/icon.tsx';
import { useLayerStep } from '../ui/use-layer-step.ts';
import { ACCOUNT_MENU, AccountMenu } from './account-menu.tsx';
import { ShopMark } from '../shop/layout/shop-mark.tsx';
import { useSite } from '../shop/layout/use-site.ts';
import './team-shell.css';

interface TeamShellProps {
  readonly member: Member;
  readonly unread: number;
  readonly menuRows: ReactNode;
  readonly children: ReactNode;
}

/** The number of items that fit into a phone's bottom bar beside 'More'. */
const IN_BAR = 4;

export function TeamShell({ member, unread, menuRows, children }: TeamShellProps) {
  const here = placeInRailAt(useLocation().pathname);
  const places = placesOf(member);
  useLayerStep();
  return (
    <div className="shell">
      <a
        href="#content"
        className="button button-primary fixed top-2 start-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        {say('Skip to content')}
      </a>
      <header className="shell-rail">
        <BrandLink />
        <FindButton />
        <nav aria-label={say('Team')}>
          <ul className="shell-places">
            {places.map((place, index) => (
              <li key={place.path} className={whereShown(place, index)}>
                <PlaceLink
                  place={place}
                  isHere={place.path === here}
                  // The inbox page shows the count in its own header.
                  count={place.path === '/agentchat' && place.path !== here ? unread : 0}
                />
              </li>
            ))}
            <li className="shell-on-phone">
              <button
                type="button"
                className="shell-place"
                data-is-here={isInMenu(places, here) || undefined}
                popoverTarget={ACCOUNT_MENU}
              >
                <Icon name="list" size={22} />
                <span className="shell-place-name">{say('More')}</span>
              </button>
            </li>
          </ul>
        </nav>
        <AccountButton member={member} />
        <AccountMenu
          member={member}
          elsewhere={places.filter((place, index) => index >= IN_BAR && !place.isOwn)}
          own={places.filter(({ isOwn }) => isOwn)}
          here={here}
        >
          {menuRows}
        </AccountMenu>
      </header>
      <div className="shell-content min-w-0">{children}</div>
    </div>
  );
}

/** True if a phone shows the current page's item under 'More'. */
function isInMenu(places: readonly Destination[], here: string | undefined): boolean {
  return places.findIndex(({ path }) => path === here) >= IN_BAR;
}

function whereShown({ isOwn }: Destination, index: number): string | undefined {
  const isInBar = index < IN_BAR;
  if (isOwn) return isInBar ? 'shell-on-phone' : 'hidden';
  return isInBar ? undefined : 'shell-on-desktop';
}

function BrandLink() {
  return (
    <Link
      to="/"
      className="shell-on-desktop flex min-h-11 items-center gap-2.5 px-2 font-display text-[20px] font-bold tracking-[-0.035em]"
    >
      <ShopMark size={28}>
        <span dir="auto" className="shell-wide truncate py-1">
          {useSite().brandName}
        </span>
      </ShopMark>
      <span className="sr-only">{say(': home page')}</span>
    </Link>
  );
}

/** Opens the palette for people who do not know ⌘K. */
function FindButton() {
  const [keys, setKeys] = useState('Ctrl K');
  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.userAgent)) setKeys('⌘ K');
  }, []);
  return (
    <button
      type="button"
      className="shell-place shell-on-desktop needs-script"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => openPalette()}
    >
      <Icon name="command" />
      <span className="shell-place-name">{say('Go to…')}</span>
      <kbd className="shell-wide ms-auto font-sans text-[12.5px] text-ink-3">{keys}</kbd>
    </button>
  );
}

interface PlaceLinkProps {
  readonly place: Destination;
  readonly isHere: boolean;
  readonly count: number;
}

function PlaceLink({ place: { path, name, icon }, isHere, count }: PlaceLinkProps) {
  return (
    <Link to={path} className="shell-place" aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} size={21} />
      <span dir="auto" className="shell-place-name">
        {name}
      </span>
      {count > 0 && (
        <span className="shell-count">
          {count > 99 ? '99+' : count}
          <span className="sr-only"> {say('unread messages')}</span>
        </span>
      )}
    </Link>
  );
}

/** The name is outside the button, whose label tells what it opens; the button covers the whole row. */
function AccountButton({ member }: { member: Member }) {
  return (
    <div className="shell-on-desktop relative flex min-h-13 items-center gap-2.5">
      <Avatar name={member.fullName} />
      <div className="shell-wide min-w-0 flex-1">
        <p dir="auto" className="truncate text-[14.5px] leading-tight font-[650]">
          {member.fullName}
        </p>
        <p dir="auto" className="truncate text-[12.5px] text-ink-2">
          {member.email}
        </p>
      </div>
      <button
        type="button"
        className="absolute -inset-1 rounded-[14px] [anchor-name:--account-button] hover:bg-[color-mix(in_srgb,var(--ink)_7%,transparent)]"
        aria-label={say('Menu')}
        popoverTarget={ACCOUNT_MENU}
      />
    </div>
  );
}
