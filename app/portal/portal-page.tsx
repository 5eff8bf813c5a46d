import { Rich } from '../ui/rich.tsx';
import { t } from '../i18n/translate.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { loginPicturePath } from '../shop/pictures/picture-path.ts';
import { Icon } from '../ui/icon.tsx';
import { ShopMark } from '../shop/layout/shop-mark.tsx';
import { useSite } from '../shop/layout/use-site.ts';

interface PortalPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Use this for titles of more than two words. */
  readonly isLongTitle?: boolean;
  /** `<br/>` breaks the line. */
  readonly headline: string;
  readonly children: ReactNode;
}

export function PortalPage({
  title,
  isLongTitle = false,
  lead,
  headline,
  children,
}: PortalPageProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,692fr)_minmax(0,736fr)] lg:pe-3">
      <div className="flex min-w-0 flex-col">
        <header className="flex items-center justify-between gap-4 px-5 pt-3 lg:px-10 lg:pt-7">
          <Link
            to="/"
            className="flex min-h-11 items-center gap-2.5 font-display text-[23px] font-bold tracking-[-0.035em]"
          >
            <ShopMark>
              <bdi>{useSite().brandName}</bdi>
            </ShopMark>
          </Link>
          <Link
            to="/"
            className="flex min-h-11 items-center gap-2.5 text-[15px] font-[650] text-ink-2 hover:text-ink"
          >
            <Icon name="arrow-left-bold" size={17} />
            {t('Back to home')}
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-[448px] flex-1 flex-col px-5 pt-5 pb-12 lg:justify-center lg:pt-6">
          <h1
            dir="auto"
            className={`tracking-[-0.04em] ${isLongTitle ? 'text-[46px]' : 'text-[clamp(42px,6vw,51.5px)]'}`}
          >
            {title}
          </h1>
          {lead !== undefined && <p className="mt-3.5 text-[17px] text-ink-2">{lead}</p>}
          {children}
        </main>
      </div>
      <aside
        aria-label={t('Agent Portal')}
        className="relative my-3 min-h-[560px] overflow-hidden rounded-hero bg-sky max-lg:hidden"
      >
        {/* The background keeps the illustration's stars from showing through the text. */}
        <p className="absolute top-12 start-12 z-10 bg-sky font-display text-[clamp(34px,3.1vw,44.5px)] leading-none font-bold tracking-[-0.04em]">
          <Rich text={headline} parts={{ br: <br /> }} />
        </p>
        <SailingBoats theme="light" />
        <SailingBoats theme="dark" />
      </aside>
    </div>
  );
}

/** Lazy loading fetches only the visible one of both pictures. */
function SailingBoats({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <img
      src={loginPicturePath(theme)}
      alt=""
      width={736}
      height={876}
      loading="lazy"
      className={`absolute inset-0 size-full object-cover object-bottom ${
        theme === 'light' ? 'only-by-day' : 'only-by-night'
      }`}
    />
  );
}
