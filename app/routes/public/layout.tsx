import { Outlet, useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../../root.tsx';
import { ChatLauncher } from '../../chat/widget/chat-launcher.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Kept by the server until something on the page changes; the browser asks each time. */
export const PUBLIC_PAGE_HEADERS = { 'Cache-Control': 'public, no-cache' };

export function useSite() {
  const site = useRouteLoaderData<typeof rootLoader>('root');
  if (!site) throw new Error('The root loader always answers before a page is shown');
  return site;
}

export default function PublicLayout() {
  return (
    <>
      <a
        href="#content"
        className="button button-primary fixed top-2 left-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <div id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </div>
      <SiteFooter />
      <ChatLauncher />
    </>
  );
}
