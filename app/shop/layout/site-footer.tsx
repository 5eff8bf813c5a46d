import { Link } from 'react-router';
import { ClockSwitch } from '../../ui/clock-switch.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaymentMarks } from '../../ui/payment-marks.tsx';
import { ShortcutSwitch } from '../../ui/shortcut-switch.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { ShopMark } from './shop-mark.tsx';
import { TABS } from '../../portal/tabs.ts';
import { useSite } from './use-site.ts';
import { say, sayAny, type Sentence } from '../../platform/say.ts';

const POLICIES = [
  { label: 'Privacy Policy', to: '/privacy-policy' },
  { label: 'Terms of Service', to: '/terms' },
  { label: 'Refund Policy', to: '/refunds' },
] as const;

/** The services page links to all sections. */
const MOST_SECTIONS = 9;

export function SiteFooter() {
  const { brandName, headline, paymentUrl, year, sections } = useSite();
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
              className="mt-6 max-w-[11em] font-display text-[34px] leading-[1.08] font-bold tracking-[-0.04em] text-balance [overflow-wrap:anywhere]"
            >
              {headline}
            </p>
          </div>
          {sections.length > 0 && (
            <FooterColumn title={say('Shop')}>
              {sections.slice(0, MOST_SECTIONS).map(({ path, label }) => (
                <li key={path}>
                  <Link to={path} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </FooterColumn>
          )}
          <FooterColumn title={say('Explore')}>
            <FooterLinks links={TABS} />
          </FooterColumn>
          <FooterColumn title={say('Policies')}>
            <FooterLinks links={POLICIES} />
          </FooterColumn>
          <div>
            <FooterColumn title={say('Payment')}>
              <li>
                <a
                  href={paymentUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="footer-link"
                >
                  {say('Secure Payment')}
                  <Icon name="arrow-up-right" />
                  <span className="sr-only">{say('(opens in a new tab)')}</span>
                </a>
              </li>
            </FooterColumn>
            <PaymentMarks
              marks={['visa', 'mastercard', 'amex', 'apple-pay', 'paypal']}
              label={say('Accepted payments')}
              className="mt-2.5"
            />
          </div>
        </div>
        <SmallPrint brandName={brandName} year={year} />
      </div>
    </footer>
  );
}

type SmallPrintProps = Pick<ReturnType<typeof useSite>, 'brandName' | 'year'>;

function SmallPrint({ brandName, year }: SmallPrintProps) {
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-10 gap-y-1 border-t border-[#2b3250] pt-5 pe-20 text-[14.5px] text-[#a9afc4] md:mt-16">
      <p>
        <Link
          to="/login"
          // The portal is a separate document: the scripts of the public pages do not include it.
          reloadDocument
          aria-label={say('Agent Portal')}
          className="-mx-[15px] inline-grid size-11 place-items-center rounded-[10px] hover:text-[#f4f2eb]"
        >
          ©
        </Link>{' '}
        {year} <bdi>{brandName}</bdi>
        {say('. All rights reserved.')}
      </p>
      <Link to="/api" className="footer-link">
        {say('API')}
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

function FooterLinks({ links }: { links: readonly { label: Sentence; to: string }[] }) {
  return links.map(({ label, to }) => (
    <li key={label}>
      <Link to={to} className="footer-link">
        {sayAny(label)}
      </Link>
    </li>
  ));
}
