import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { t, msg } from '../../i18n/translate.ts';
import { Rich } from '../../ui/rich.tsx';

const ACCOUNT_PAGES = [
  { to: '/account', label: msg('Overview') },
  { to: '/account/invoices', label: msg('Invoices') },
  { to: '/account/files', label: msg('Files') },
  { to: '/account/companies', label: msg('Companies') },
  { to: '/account/settings', label: msg('Settings') },
] as const;

interface AccountFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the account's pages: title and navigation, in one column for phones. */
export function AccountFrame({ title, children }: AccountFrameProps) {
  return (
    <main className="container-page max-w-[760px] pt-6 md:pt-10">
      <AccountNavigation />
      <h1
        dir="auto"
        className="mt-6 text-[clamp(34px,6vw,52px)] tracking-[-0.04em] [overflow-wrap:anywhere]"
      >
        {title}
      </h1>
      {children}
    </main>
  );
}

export function AccountNavigation() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('Your account')}>
      <ul className="-mx-2 flex flex-wrap gap-x-1">
        {ACCOUNT_PAGES.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isIn(pathname, to) ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-[10px] px-2.5 text-[15px] font-[550] text-ink-2 hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink md:px-3.5 forced-colors:aria-[current]:underline"
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isIn(pathname: string, page: string): boolean {
  return page === '/account' ? pathname === page : pathname.startsWith(page);
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function AccountSection({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 dir="auto" id={id} className="text-[24px] tracking-[-0.02em]">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Names the company of an order or a subscription. A private one has no company. */
export function OrderedFor({ company }: { readonly company: string | null }) {
  if (company === null) return null;
  return (
    <p className="mt-3 text-ink-2 [overflow-wrap:anywhere]">
      <Rich
        text={t('Ordered for <company>{company}</company>', { company })}
        parts={{ company: <bdi /> }}
      />
    </p>
  );
}
