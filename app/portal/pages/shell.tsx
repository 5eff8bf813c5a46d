import { loadMessages } from '../../i18n/load-messages.ts';
import { type Sentence, languageNow, msg, msgIn, t } from '../../i18n/translate.ts';
import { Fragment, useCallback, useMemo, useRef, useEffect, useState, type ReactNode } from 'react';
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
import { appContextKey } from '../../app-context.ts';
import { readOwnAvailability } from '../../accounts/server/members/availability.server.ts';
import { languageOf, type Member } from '../../accounts/protocol/member.ts';
import { useCommands, type CommandGroup, openPalette } from '../../ui/command/command.ts';
import { CommandPaletteLoader } from '../../ui/command/command-palette-loader.tsx';
import { requireMemberPage } from '../../http/member.server.ts';
import type { Route } from './+types/shell.ts';
import type { Language } from '../../platform/languages.ts';
import {
  getNavigationItems,
  NAVIGATION_GROUPS,
  placeInRailAt,
  type Destination,
} from '../../accounts/protocol/navigation-items.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLayerStep } from '../../ui/use-history-step.ts';
import { ShopMark } from '../../shop/layout/shop-mark.tsx';
import { useSite } from '../../shop/layout/use-site.ts';
import '../team-shell.css';
import { endpointsOf } from '../../platform/endpoints-of.ts';
import type { InboxScope } from '../../chat/protocol/views.ts';
import type { IconName } from '../../ui/icon-names.ts';
import type { portal } from '../http.ts';
import { readWaitingCounts, type WaitingCounts } from './waiting-counts.server.ts';
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
  readonly waiting: WaitingCounts;
  readonly menuRows: ReactNode;
  readonly children: ReactNode;
}

/** The number of items that fit into a phone's bottom bar beside 'More'. */
const IN_BAR = 4;

interface PlaceLinkProps {
  readonly place: Destination;
  readonly isHere: boolean;
  readonly waiting: WaitingCounts;
}

export { links } from './app-links.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  const appContext = context.get(appContextKey);
  const [waiting, { acceptsChats }] = await Promise.all([
    readWaitingCounts(appContext, member),
    readOwnAvailability(appContext.db, member.id),
  ]);
  const widestScope = scopesOf(member).at(-1) ?? 'mine';
  const language = languageOf(member, appContext.settings);
  return { member, language, waiting, acceptsChats, widestScope };
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
  const [unread, setUnread] = useUnread(
    loaderData.waiting['/agentchat'],
    pathname === '/agentchat',
  );
  const accepting = useAcceptingChats(loaderData.acceptsChats);
  const sheet = useRef<HTMLDialogElement>(null);
  const showShortcuts = useCallback(() => sheet.current?.showModal(), []);
  const find = useCallback(
    (text: string, signal: AbortSignal) => findEverywhere(text, widestScope, go, signal),
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
      waiting={{ ...loaderData.waiting, '/agentchat': unread }}
      menuRows={
        <MenuRows menuId={ACCOUNT_MENU} accepting={accepting} onShowShortcuts={showShortcuts} />
      }
    >
      <Outlet context={desk} />
      <ShortcutSheet ref={sheet} />
      <CommandPaletteLoader find={find} />
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

const portalApi = endpointsOf<typeof portal>();

/** One of the two requests may fail: the palette shows the result of the other. */
async function findEverywhere(
  text: string,
  scope: InboxScope,
  go: (path: string) => void,
  signal: AbortSignal,
): Promise<CommandGroup[]> {
  const [visitors, found] = await Promise.allSettled([
    findVisitors(text, scope, go, signal),
    portalApi.get('/team/find', {}, { query: { text }, signal }),
  ]);
  const { orders, invoices, services, settings } =
    found.status === 'fulfilled' ? found.value : NOTHING_FOUND;
  const groupOf = (
    name: string,
    icon: IconName,
    rows: readonly (typeof orders)[number][],
  ): CommandGroup => ({
    name,
    distance: 0,
    commands: rows.map((row) => ({
      id: `${row.path} ${row.name}`,
      name: row.name,
      note: row.note,
      icon,
      run: () => go(row.path),
    })),
  });
  return [
    groupOf(t('Orders'), 'package', orders),
    {
      name: t('Visitors'),
      distance: 0,
      commands: visitors.status === 'fulfilled' ? visitors.value : [],
    },
    groupOf(t('Catalogue'), 'stack', services),
    groupOf(t(msgIn('navigation', 'Invoices')), 'file', invoices),
    groupOf(t('Settings'), 'gear-six', settings),
  ];
}

const NOTHING_FOUND = { orders: [], invoices: [], services: [], settings: [] };

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

function TeamShell({ member, waiting, menuRows, children }: TeamShellProps) {
  const here = placeInRailAt(useLocation().pathname);
  const navigationItems = getNavigationItems(member);
  const inBar = navigationItems.slice(0, IN_BAR);
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
        <nav aria-label={t('Team')} className="shell-places">
          {inGroups(navigationItems).map(({ group, heading, items }) => (
            <div key={group} className="shell-group">
              <p id={`navigation-${group}`} className="shell-group-name shell-on-desktop">
                <span>{heading}</span>
              </p>
              <ul aria-labelledby={`navigation-${group}`}>
                {items.map((place) => (
                  <li
                    key={place.path}
                    className={inBar.includes(place) ? 'shell-item' : 'shell-on-desktop'}
                  >
                    <PlaceLink place={place} isHere={place.path === here} waiting={waiting} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <button
            type="button"
            className="shell-item shell-place shell-on-phone"
            data-is-here={!inBar.some(({ path }) => path === here) || undefined}
            popoverTarget={ACCOUNT_MENU}
          >
            <Icon name="list" size={22} />
            <span className="shell-place-name">{t('More')}</span>
          </button>
        </nav>
        <AccountButton member={member} />
        <AccountMenu
          member={member}
          elsewhere={navigationItems.filter((place) => place.group && !inBar.includes(place))}
          own={navigationItems.filter(({ group }) => !group)}
          here={here}
        >
          {menuRows}
        </AccountMenu>
      </header>
      <div className="shell-content min-w-0">{children}</div>
    </div>
  );
}

/** Returns the groups with at least one item. Personal pages have no group. */
function inGroups(navigationItems: readonly Destination[]) {
  return Object.entries(NAVIGATION_GROUPS).flatMap(([group, heading]) => {
    const items = navigationItems.filter((item) => item.group === group);
    return items.length > 0 ? [{ group, heading: t(heading), items }] : [];
  });
}

/** The numbers of the navigation, in words. */
const WAITING: Readonly<Record<keyof WaitingCounts, Sentence>> = {
  '/agentchat': msg('{count, plural, one {# unread message} other {# unread messages}}'),
  '/team/orders': msg(
    '{count, plural, one {# late or unassigned order} other {# late or unassigned orders}}',
  ),
  '/team/reviews': msg('{count, plural, one {# reported review} other {# reported reviews}}'),
  '/team': msg(
    '{count, plural, one {# account awaits approval} other {# accounts await approval}}',
  ),
  '/team/outbox': msg('{count, plural, one {# failed job} other {# failed jobs}}'),
};

function isCounted(path: string): path is keyof WaitingCounts {
  return path in WAITING;
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

function PlaceLink({ place: { path, name, icon }, isHere, waiting }: PlaceLinkProps) {
  const count = isCounted(path) ? waiting[path] : 0;
  // The inbox page shows the count in its own header.
  const isShown = isCounted(path) && count > 0 && !(isHere && path === '/agentchat');
  return (
    <Link to={path} className="shell-place" aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} size={21} />
      <span dir="auto" className="shell-place-name">
        {name}
      </span>
      {isShown && (
        <span className="shell-count">
          <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
          <span className="sr-only">{t(WAITING[path], { count })}</span>
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
          {inGroups(elsewhere).map(({ group, heading, items }) => (
            <Fragment key={group}>
              <p className="shell-group-name col-span-2">{heading}</p>
              {items.map((place) => (
                <MenuLink key={place.path} place={place} here={here} />
              ))}
            </Fragment>
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
