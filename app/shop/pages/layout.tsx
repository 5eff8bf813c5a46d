import { loadMessages } from '../../i18n/load-messages.ts';
import { Outlet, Link, useLocation, useMatches } from 'react-router';
import { ChatLauncher } from '../../chat/widget/chat-launcher.tsx';
import { useHashScroll } from '../../ui/use-hash-scroll.ts';
import type { RootData } from '../../root.tsx';
import { useLogo, useSite } from '../layout/use-site.ts';
import { t, languageNow, msg, type Sentence } from '../../i18n/translate.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { ThemeSwitch, ClockSwitch } from '../../ui/theme-switch.tsx';
import { activeTab, type Tab, TABS } from '../../portal/tabs.ts';
import { ShopMark } from '../layout/shop-mark.tsx';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { PaymentMarks } from '../../ui/payment-marks.tsx';
import { ShortcutSwitch } from '../../ui/shortcut-switch.tsx';
import { langOf } from '../../platform/lang-of.ts';
import { prefixOf, putPrefix } from '../../platform/address-language.ts';
import { isSecretAddress } from '../../platform/secret-address.ts';
import { ownNameOf } from '../../platform/languages.ts';

export const handle = { messages: await loadMessages('shop-layout', 'shop', 'chat-launcher') };

const POLICIES = [
  { label: msg('Privacy Policy'), to: '/privacy-policy' },
  { label: msg('Terms of Service'), to: '/terms' },
  { label: msg('Refund Policy'), to: '/refunds' },
] as const;

const IMPRINT = { label: msg('Imprint'), to: '/imprint' } as const;

const YOUR_ACCOUNT = { label: msg('Your account'), to: '/account' } as const;

/** The services page links to all sections. */
const MOST_SECTIONS = 9;

type SmallPrintProps = Pick<ReturnType<typeof useSite>, 'brandName' | 'year'>;

const SKY_PATHS = ['/', '/services'];

/** The server's page cache keeps the page until its content changes. The browser revalidates on every request. */
export const PUBLIC_PAGE_HEADERS = { 'Cache-Control': 'public, no-cache' };

export const links = () => [{ rel: 'manifest', href: '/manifest' }];

export default function PublicLayout() {
  const { brandName, chat } = useSite() as RootData;
  const logo = useLogo();
  useHashScroll();
  useContentFocus();
  return (
    <>
      <a
        href="#content"
        className="button button-primary fixed top-2 start-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        {t('Skip to content')}
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
        {t("Couldn't load this part of the page. Check your connection and try again.")}
      </p>
      <ChatLauncher
        brandName={brandName}
        words={chat}
        logo={logo && <ShopMark onDark>{null}</ShopMark>}
      />
    </>
  );
}

/** The element with the focus may have been part of the page before, for example the button 'Place order'. */
function useContentFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true });
    }
  }, [pathname]);
}

/** The header is transparent at the top of a page that begins with the sky illustration. */
function SiteHeader() {
  const { brandName } = useSite();
  const { pathname } = useLocation();
  const isOverSky = SKY_PATHS.includes(pathname);
  const active = activeTab(pathname);

  return (
    <header className="site-header" data-over-sky={isOverSky || undefined}>
      <div className="site-header-bar">
        <div className="container-sky flex h-16 items-center gap-1.5 md:h-[76px] md:gap-3 lg:gap-7">
          <Link
            to="/"
            className="flex min-h-11 min-w-0 items-center gap-2.5 font-display text-[23px] leading-none font-bold tracking-[-0.04em]"
          >
            <ShopMark>
              <span dir="auto" className="truncate py-1">
                {brandName}
              </span>
            </ShopMark>
          </Link>
          <nav aria-label={t('Main')} className="hidden gap-1 md:flex lg:ms-2">
            {TABS.map(({ label, tab, to }) => (
              <Link
                key={to}
                to={to}
                aria-current={tab === active ? (to === pathname ? 'page' : 'true') : undefined}
                className="flex min-h-11 items-center rounded-[10px] px-2 text-[15px] font-[550] whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-[current]:bg-[color-mix(in_srgb,var(--ink)_8%,transparent)] aria-[current]:text-ink lg:px-3.5 forced-colors:aria-[current]:underline"
              >
                {t(label)}
              </Link>
            ))}
          </nav>
          <div className="ms-auto hidden max-w-[280px] min-w-0 flex-1 md:block">
            <SearchBox place="header" hasShortcut />
          </div>
          <div className="max-md:ms-auto">
            <ThemeSwitch />
          </div>
          <MobileMenu active={active} />
        </div>
      </div>
    </header>
  );
}

/**
 * Renders the menu for widths up to 768 px. The native popover opens without scripts, and the browser handles
 * Escape, clicks outside and the focus. The menu's links close it (leave-menu.ts).
 */
function MobileMenu({ active }: { active: Tab | undefined }) {
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
        aria-label={t('Menu')}
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
        <nav aria-label={t('Menu')} className="mt-2">
          {TABS.map(({ label, tab, to }) => (
            <Link
              key={to}
              to={to}
              aria-current={tab === active ? 'true' : undefined}
              className="flex min-h-[52px] items-center rounded-field px-4 font-display text-[22px] font-bold tracking-[-0.03em] aria-[current]:bg-sunken"
            >
              {t(label)}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}

function SiteFooter() {
  const { brandName, headline, fallbacks, paymentLink, marks, year, sections, hasImprint } =
    useSite();
  return (
    <footer className="mt-[72px] bg-[light-dark(#12172b,#070a15)] text-[#f4f2eb] md:mt-28">
      <div className="container-page pt-14 [--primary:#93a4ff] pb-10 md:pt-[72px]">
        <div className="grid grid-cols-2 gap-x-5 gap-y-9 md:grid-cols-4 lg:grid-cols-[1.6fr_0.8fr_0.8fr_0.9fr_1.1fr] lg:gap-10">
          <div className="max-md:col-span-2 md:max-lg:col-span-4">
            <p className="flex items-center gap-2.5 font-display text-[23px] leading-none font-bold tracking-[-0.04em]">
              <ShopMark onDark>
                <bdi>{brandName}</bdi>
              </ShopMark>
            </p>
            <p
              dir="auto"
              lang={langOf({ fallbacks }, 'headline')}
              className="mt-6 max-w-[11em] font-display text-[34px] leading-[1.08] font-bold tracking-[-0.04em] text-balance [overflow-wrap:anywhere]"
            >
              {headline}
            </p>
          </div>
          {sections.length > 0 && (
            <FooterColumn title={t('Shop')}>
              {sections.slice(0, MOST_SECTIONS).map(({ path, label, ...marks }) => (
                <li key={path}>
                  <Link to={path} lang={langOf(marks, 'title')} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </FooterColumn>
          )}
          <FooterColumn title={t('Explore')}>
            <FooterLinks links={[...TABS, YOUR_ACCOUNT]} />
          </FooterColumn>
          <FooterColumn title={t('Policies')}>
            <FooterLinks links={hasImprint ? [...POLICIES, IMPRINT] : POLICIES} />
          </FooterColumn>
          <div>
            {paymentLink && (
              <FooterColumn title={t('Payment')}>
                <li>
                  <a
                    href={paymentLink.href}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="footer-link"
                  >
                    {t('Secure Payment')}
                    <Icon name="arrow-up-right" />
                    <span className="sr-only">{t('(opens in a new tab)')}</span>
                  </a>
                </li>
              </FooterColumn>
            )}
            <PaymentMarks marks={marks} label={t('Accepted payments')} className="mt-2.5" />
          </div>
        </div>
        <SmallPrint brandName={brandName} year={year} />
      </div>
    </footer>
  );
}

function SmallPrint({ brandName, year }: SmallPrintProps) {
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-10 gap-y-1 border-t border-[#2b3250] pt-5 pe-20 text-[14.5px] text-[#a9afc4] md:mt-16">
      <p>
        <Link
          to="/login"
          // The portal is a separate document: the scripts of the public pages do not include it.
          reloadDocument
          aria-label={t('Agent Portal')}
          className="-mx-[15px] inline-grid size-11 place-items-center rounded-[10px] hover:text-[#f4f2eb]"
        >
          ©
        </Link>{' '}
        {year} <bdi>{brandName}</bdi>. {t('All rights reserved.')}
      </p>
      <Link to="/api" className="footer-link">
        {t('API')}
      </Link>
      <LanguageSwitch />
      <ClockSwitch />
      <ShortcutSwitch />
    </div>
  );
}

function FooterColumn({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2
        dir="auto"
        className="mb-2.5 font-sans text-sm font-semibold tracking-normal text-[#a9afc4]"
      >
        {title}
      </h2>
      <ul>{children}</ul>
    </div>
  );
}

/** The account is a new document, because the shop's pages do not list its routes (visitors-manifest.ts). */
function FooterLinks({ links }: { links: readonly { label: Sentence; to: string }[] }) {
  return links.map(({ label, to }) => (
    <li key={to}>
      <Link to={to} reloadDocument={to === YOUR_ACCOUNT.to} className="footer-link">
        {t(label)}
      </Link>
    </li>
  ));
}

/** Links to this page in the shop's other languages; empty in a shop with one language. */
function LanguageSwitch() {
  const { languages } = useSite();
  const location = useLocation();
  const matches = useMatches();
  if (!languages) return null;
  // The 404 page is shared by all paths, so it does not know the requested one. The query of an emailed link
  // has a secret that must not go into another link.
  const isThere = location.pathname === '/payment' || matches.at(-1)?.loaderData !== undefined;
  const isSecret = location.search !== '' && isSecretAddress(location);
  const path = isThere && !isSecret ? location.pathname : '/';
  return (
    <nav aria-label={t('Language')}>
      <ul className="flex flex-wrap gap-x-5">
        {languages.offered.map((language) => (
          <li key={language}>
            {/* A plain link loads a new document, because an open page keeps its language. */}
            <a
              href={encodeURI(putPrefix(prefixOf(languages, language), path))}
              lang={language}
              hrefLang={language}
              aria-current={language === languageNow() ? 'true' : undefined}
              className="footer-link"
            >
              {ownNameOf(language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
