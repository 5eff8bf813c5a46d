import { Outlet } from 'react-router';
import { ChatLauncher } from '../../chat/widget/chat-launcher.tsx';
import { useHashScroll } from '../../ui/use-hash-scroll.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Kept by the server until something on the page changes; the browser asks each time. */
export const PUBLIC_PAGE_HEADERS = { 'Cache-Control': 'public, no-cache' };

export default function PublicLayout() {
  useHashScroll();
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
