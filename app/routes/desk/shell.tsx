import { say } from '../../platform/say.ts';
import { useCallback, useMemo, useRef } from 'react';
import { Outlet, useLocation, useNavigate, type ShouldRevalidateFunction } from 'react-router';
import { useAcceptingChats } from '../../chat-client/desk/accept-chats.tsx';
import type { DeskContext } from '../../chat-client/desk/desk-context.ts';
import { findVisitors } from '../../chat-client/desk/find-visitors.ts';
import { MenuRows } from '../../chat-client/desk/menu-rows.tsx';
import { ShortcutSheet } from '../../chat-client/desk/shortcut-sheet.tsx';
import { useUnread } from '../../chat-client/desk/use-unread.ts';
import { scopesOf } from '../../conversation/access.server.ts';
import { readUnread } from '../../conversation/read/read-unread.server.ts';
import { hostContext } from '../../host.ts';
import { ACCOUNT_MENU } from '../../layouts/account-menu.tsx';
import { placeCommands } from '../../layouts/place-commands.ts';
import { TeamShell } from '../../layouts/team-shell.tsx';
import { readAcceptsChats } from '../../team/members/availability.server.ts';
import { useOwnLanguage } from '../../layouts/use-own-language.ts';

import { languageOf } from '../../team/members/language-of.ts';
import { useCommands } from '../../ui/command/command-sources.ts';
import { PaletteHost } from '../../ui/command/palette-host.tsx';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/shell.ts';
export { links } from './app-links.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  const { db, settings } = context.get(hostContext);
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
      <PaletteHost find={find} foundName={say('Visitors')} />
    </TeamShell>
  );
}
