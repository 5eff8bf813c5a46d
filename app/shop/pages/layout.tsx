import { Outlet } from 'react-router';
import { picturePath } from '../pictures/picture-path.ts';
import type { ServiceContext } from '../../chat/protocol/views.ts';
import { ChatLauncher } from '../../chat/widget/chat-launcher.tsx';
import { useHashScroll } from '../../ui/use-hash-scroll.ts';
import type { RootData } from '../../root.tsx';
import { SiteFooter } from '../layout/site-footer.tsx';
import { SiteHeader } from '../layout/site-header.tsx';
import { useSite } from '../layout/use-site.ts';
import { say } from '../../platform/say.ts';

/** The server's page cache keeps the page until its content changes. The browser revalidates on every request. */
export const PUBLIC_PAGE_HEADERS = { 'Cache-Control': 'public, no-cache' };

export const links = () => [{ rel: 'manifest', href: '/manifest' }];

const servicePicture = ({ section, slug }: ServiceContext) =>
  picturePath(`${section}/${slug}`, 'scene');

export default function PublicLayout() {
  const { brandName, chat } = useSite() as RootData;
  useHashScroll();
  return (
    <>
      <a
        href="#content"
        className="button button-primary fixed top-2 start-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        {say('Skip to content')}
      </a>
      <SiteHeader />
      {/* The footer of a short page begins below the first screen, so that late content does not shift it. */}
      <div
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100svh-136px)] outline-none md:min-h-[calc(100svh-188px)]"
      >
        <Outlet />
      </div>
      <SiteFooter />
      <p
        id="start-failed"
        role="alert"
        hidden
        suppressHydrationWarning
        className="fixed bottom-24 start-4 z-40 max-w-72 rounded-card bg-surface p-4 text-sm text-error shadow-overlay ring-1 ring-line md:start-7 md:bottom-28"
      >
        {say(
          'This part of the page could not be loaded. Please check your connection and try again.',
        )}
      </p>
      <ChatLauncher brandName={brandName} words={chat} servicePicture={servicePicture} />
    </>
  );
}
