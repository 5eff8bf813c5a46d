import { say } from '../../platform/say.ts';
import { useCallback, useMemo, useRef } from 'react';
import { Outlet, useLocation, useNavigate, type ShouldRevalidateFunction } from 'react-router';
import { useAcceptingChats } from '../../chat/inbox/accept-chats.tsx';
import type { DeskContext } from '../../chat/inbox/desk-context.ts';
import { findVisitors } from '../../chat/inbox/find-visitors.ts';
import { MenuRows } from '../../chat/inbox/menu-rows.tsx';
import { ShortcutSheet } from '../../chat/inbox/shortcut-sheet.tsx';
import { useUnread } from '../../chat/inbox/use-unread.ts';
import { scopesOf } from '../../chat/server/access.server.ts';
import { readUnread } from '../../chat/server/read/read-unread.server.ts';
import { hostContext } from '../../host.ts';
import { ACCOUNT_MENU } from '../account-menu.tsx';
import { placeCommands } from '../place-commands.ts';
import { TeamShell } from '../team-shell.tsx';
import { readAcceptsChats } from '../../accounts/server/members/availability.server.ts';
import { useOwnLanguage } from '../use-own-language.ts';

import { languageOf } from '../../accounts/protocol/language-of.ts';
import { useCommands } from '../../ui/command/command-sources.ts';
import { PaletteHost } from '../../ui/command/palette-host.tsx';
import { requireMemberPage } from '../../http/member.server.ts';
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
