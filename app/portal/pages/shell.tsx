import { loadMessages } from '../../i18n/load-messages.ts';
import { t, languageNow } from '../../i18n/translate.ts';
import { useCallback, useMemo, useRef, useEffect, useState, type ReactNode } from 'react';
import {
  Outlet,
  useLocation,
  useNavigate,
  type ShouldRevalidateFunction,
  Link,
} from 'react-router';
import { useAcceptingChats, MenuRows } from '../../chat/inbox/menu-rows.tsx';
import type { DeskContext } from '../../chat/inbox/desk-context.ts';
import { findVisitors } from '../../chat/inbox/find-visitors.ts';
import { ShortcutSheet } from '../../chat/inbox/shortcut-sheet.tsx';
import { useUnread } from '../../chat/inbox/use-unread.ts';
import { scopesOf } from '../../chat/server/access.server.ts';
import { readUnread } from '../../chat/server/read/inbox-counts.server.ts';
import { appContextKey } from '../../app-context.ts';
import { readAcceptsChats } from '../../accounts/server/members/availability.server.ts';
import { languageOf, type Member } from '../../accounts/protocol/member.ts';
import { useCommands, type CommandGroup, openPalette } from '../../ui/command/command.ts';
import { CommandPaletteLoader } from '../../ui/command/command-palette-loader.tsx';
import { requireMemberPage } from '../../http/member.server.ts';
import type { Route } from './+types/shell.ts';
import type { Language } from '../../platform/languages.ts';
import {
  getNavigationItems,
  placeInRailAt,
  type Destination,
} from '../../accounts/protocol/navigation-items.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLayerStep } from '../../ui/use-history-step.ts';
import { ShopMark } from '../../shop/layout/shop-mark.tsx';
import { useSite } from '../../shop/layout/use-site.ts';
import '../team-shell.css';
import { LeavingForm } from '../../ui/form/download-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

export const handle = { messages: await loadMessages('portal-team', 'chat-inbox-team') };

/** The popover id that the opening buttons use. */
const ACCOUNT_MENU = 'account-menu';

interface AccountMenuProps {
  readonly member: Member;
  readonly elsewhere: readonly Destination[];
  readonly own: readonly Destination[];
  readonly here: string | undefined;
  readonly children: ReactNode;
}

interface MenuLinkProps {
  readonly place: Destination;
  readonly here: string | undefined;
}

interface TeamShellProps {
  readonly member: Member;
  readonly unread: number;
  readonly menuRows: ReactNode;
  readonly children: ReactNode;
}

/** The number of items that fit into a phone's bottom bar beside 'More'. */
const IN_BAR = 4;

interface PlaceLinkProps {
  readonly place: Destination;
  readonly isHere: boolean;
  readonly count: number;
}

export { links } from './app-links.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  const { db, settings } = context.get(appContextKey);
  const [unread, acceptsChats] = await Promise.all([
    readUnread(db, member.id),
    readAcceptsChats(db, member.id),
  ]);
  const widestScope = scopesOf(member).at(-1) ?? 'mine';
  return { member, language: languageOf(member, settings), unread, acceptsChats, widestScope };
}

// The loader runs again on navigation and after a form, which may have changed the member. The dashboard counts
// unread messages without it. After a reset nobody is signed in, and the page must show its message first.
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl: { pathname }, ...next }) =>
  pathname !== next.nextUrl.pathname ||
  (next.formMethod !== undefined && next.defaultShouldRevalidate && pathname !== '/reset');

export default function Shell({ loaderData }: Route.ComponentProps) {
  const { member, widestScope } = loaderData;
  useOwnLanguage(loaderData.language);
  const navigate = useNavigate();
  const go = useCallback((path: string) => void navigate(path), [navigate]);
  const { pathname } = useLocation();
  const [unread, setUnread] = useUnread(loaderData.unread, pathname === '/agentchat');
  const accepting = useAcceptingChats(loaderData.acceptsChats);
  const sheet = useRef<HTMLDialogElement>(null);
  const showShortcuts = useCallback(() => sheet.current?.showModal(), []);
  const find = useCallback(
    (text: string, signal: AbortSignal) => findVisitors(text, widestScope, go, signal),
    [widestScope, go],
  );
  useCommands(() => placeCommands(member, go));
  const isAway = !accepting.accepts;
  const desk = useMemo<DeskContext>(
    () => ({ isAway, setUnread, showShortcuts }),
    [isAway, setUnread, showShortcuts],
  );
  return (
    <TeamShell
      member={member}
      unread={unread}
      menuRows={
        <MenuRows menuId={ACCOUNT_MENU} accepting={accepting} onShowShortcuts={showShortcuts} />
      }
    >
      <Outlet context={desk} />
      <ShortcutSheet ref={sheet} />
      <CommandPaletteLoader find={find} foundName={t('Visitors')} />
    </TeamShell>
  );
}

/**
 * Reloads a page that the router reached from a page in another language, such as the login: a document keeps
 * its language.
 */
function useOwnLanguage(language: Language): void {
  useEffect(() => {
    if (language !== languageNow()) window.location.reload();
  }, [language]);
}

function placeCommands(member: Member, go: (path: string) => void): CommandGroup {
  return {
    name: t('Go to'),
    distance: 2,
    commands: getNavigationItems(member).map(({ path, name, icon }) => ({
      id: path,
      name,
      icon,
      run: () => go(path),
    })),
  };
}

function TeamShell({ member, unread, menuRows, children }: TeamShellProps) {
  const here = placeInRailAt(useLocation().pathname);
  const navigationItems = getNavigationItems(member);
  useLayerStep();
  return (
    <div className="shell">
      <a
        href="#content"
        className="button button-primary fixed top-2 start-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      <header className="shell-rail">
        <BrandLink />
        <FindButton />
        <nav aria-label={t('Team')}>
          <ul className="shell-places">
            {navigationItems.map((place, index) => (
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
                data-is-here={isInMenu(navigationItems, here) || undefined}
                popoverTarget={ACCOUNT_MENU}
              >
                <Icon name="list" size={22} />
                <span className="shell-place-name">{t('More')}</span>
              </button>
            </li>
          </ul>
        </nav>
        <AccountButton member={member} />
        <AccountMenu
          member={member}
          elsewhere={navigationItems.filter((place, index) => index >= IN_BAR && !place.isOwn)}
          own={navigationItems.filter(({ isOwn }) => isOwn)}
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
function isInMenu(navigationItems: readonly Destination[], here: string | undefined): boolean {
  return navigationItems.findIndex(({ path }) => path === here) >= IN_BAR;
}

function whereShown({ isOwn }: Destination, index: number): string | undefined {
  const isInBar = index < IN_BAR;
  if (isOwn) return isInBar ? 'shell-on-phone' : 'hidden';
  return isInBar ? undefined : 'shell-on-desktop';
}

function BrandLink() {
  const { brandName } = useSite();
  return (
    <Link
      to="/"
      aria-label={t('{brandName}: home page', { brandName })}
      className="shell-on-desktop flex min-h-11 items-center gap-2.5 px-2 font-display text-[20px] font-bold tracking-[-0.035em]"
    >
      <ShopMark size={28}>
        <span dir="auto" className="shell-wide truncate py-1">
          {brandName}
        </span>
      </ShopMark>
    </Link>
  );
}

/** Opens the palette for people who do not know ⌘K. */
function FindButton() {
  const [isApple, setApple] = useState(false);
  useEffect(() => setApple(/Mac|iPhone|iPad/.test(navigator.userAgent)), []);
  return (
    <button
      type="button"
      className="shell-place shell-on-desktop needs-script"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => openPalette()}
    >
      <Icon name="command" />
      <span className="shell-place-name">{t('Go to…')}</span>
      <kbd className="shell-wide ms-auto font-sans text-[12.5px] whitespace-nowrap text-ink-3">
        {isApple ? '⌘ K' : t('Ctrl K')}
      </kbd>
    </button>
  );
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
          <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
          <span className="sr-only">
            {t('{count, plural, one {# unread message} other {# unread messages}}', { count })}
          </span>
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
        aria-label={t('Menu')}
        popoverTarget={ACCOUNT_MENU}
      />
    </div>
  );
}

/** Shows the signed-in member's menu; on a phone also the navigation items that wide screens show in the rail. */
function AccountMenu({ member, elsewhere, own, here, children }: AccountMenuProps) {
  return (
    <div id={ACCOUNT_MENU} popover="auto" className="account-menu fixed">
      <div className="flex items-center gap-3 ps-3">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-[650]">
            {member.fullName}
          </p>
          <p dir="auto" className="truncate text-[13.5px] text-ink-2">
            {member.email}
          </p>
        </div>
        <ThemeSwitch />
      </div>
      <div className="my-2 border-t border-line" />
      {elsewhere.length > 0 && (
        <div className="shell-on-phone grid grid-cols-2">
          {elsewhere.map((place) => (
            <MenuLink key={place.path} place={place} here={here} />
          ))}
          <div className="col-span-2 my-2 border-t border-line" />
        </div>
      )}
      {children}
      {own.map((place) => (
        <MenuLink key={place.path} place={place} here={here} />
      ))}
      <LeavingForm action="/sign-out">
        <SubmitButton className="account-menu-row">
          <Icon name="sign-out" /> {t('Logout')}
        </SubmitButton>
      </LeavingForm>
    </div>
  );
}

function MenuLink({ place: { path, name, icon }, here }: MenuLinkProps) {
  return (
    <Link to={path} className="account-menu-row" aria-current={path === here ? 'page' : undefined}>
      <Icon name={icon} /> <bdi>{name}</bdi>
    </Link>
  );
}
