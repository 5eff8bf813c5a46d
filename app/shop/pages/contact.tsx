import { loadMessages } from '../../i18n/load-messages.ts';
import { AvailabilityLine } from '../../chat/widget/availability-line.tsx';
import { ContactAgentButton } from '../../chat/widget/contact-agent-button.tsx';
import { appContextKey } from '../../app-context.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/contact.ts';
import { t } from '../../i18n/translate.ts';
import { telephoneHref } from '../../platform/telephone.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { ReactNode } from 'react';

export const handle = { messages: await loadMessages('shop-pages') };

interface ContactBannerProps {
  readonly children: ReactNode;
}

interface ContactWaysProps {
  readonly supportPhone: string;
  readonly supportEmail: string;
}

interface ContactMethodProps {
  readonly icon: IconName;
  readonly label: string;
  readonly value: string;
  readonly href: string;
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData, {
    title: t('Contact us'),
    description: t('Talk to an agent in the live chat, call us, or send an email.'),
    path: '/contact',
  });

export function loader({ context }: Route.LoaderArgs) {
  const { supportPhone, supportEmail } = context.get(appContextKey).settings;
  return { supportPhone, supportEmail };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return (
    <main className="container-page pt-3 md:pt-4">
      <ContactBanner>
        <ContactAgentButton service={null} />
        <AvailabilityLine withWait />
      </ContactBanner>
      <ContactWays {...loaderData} />
    </main>
  );
}

function ContactWays({ supportPhone, supportEmail }: ContactWaysProps) {
  return (
    <section aria-labelledby="keep-in-touch" className="mt-14 md:mt-20">
      <h2 id="keep-in-touch" className="text-[clamp(32px,4.6vw,52px)] tracking-[-0.035em]">
        {t('KEEP IN TOUCH')}
      </h2>
      <ul className="mt-7 grid gap-5 md:mt-9 lg:grid-cols-2">
        <ContactMethod
          icon="phone"
          label={t('Phone')}
          value={supportPhone}
          href={telephoneHref(supportPhone)}
        />
        <ContactMethod
          icon="envelope-simple"
          label={t('Support email')}
          value={supportEmail}
          href={`mailto:${supportEmail}`}
        />
      </ul>
    </section>
  );
}

function ContactMethod({ icon, label, value, href }: ContactMethodProps) {
  return (
    <li>
      <a
        href={href}
        className="group flex h-full items-center gap-4 rounded-panel bg-surface p-5 md:gap-5 shadow-rest ring-1 ring-line transition hover:-translate-y-1 hover:shadow-raised md:p-7"
      >
        <span className="grid size-14 shrink-0 place-items-center rounded-[18px_18px_6px_18px] bg-soft text-soft-ink">
          <Icon name={icon} size={26} />
        </span>
        <span className="min-w-0">
          <span className="block text-[15px] text-ink-2">{label}</span>
          <span
            dir="auto"
            className="block font-display text-[clamp(18px,2.2vw,25px)] leading-tight font-bold tracking-[-0.02em] [overflow-wrap:anywhere] group-hover:underline"
          >
            {value}
          </span>
        </span>
      </a>
    </li>
  );
}

function ContactBanner({ children }: ContactBannerProps) {
  return (
    <div className="relative overflow-hidden rounded-hero rounded-se-[88px] bg-sky px-5 pt-12 pb-56 md:rounded-se-[128px] md:px-16 md:pt-18 md:pb-44">
      <ContactScene />
      <h1 className="relative text-[clamp(44px,8vw,92px)] leading-[0.94] tracking-[-0.035em]">
        {t('CONTACT US')}
      </h1>
      <p className="relative mt-5 max-w-[26em] text-[17px] text-ink-2 md:text-[19px]">
        {t(
          "Tell us what you're planning. An agent answers in the live chat, and you can also reach us by phone and email.",
        )}
      </p>
      <div className="relative mt-8 max-w-[300px]">{children}</div>
    </div>
  );
}

/** The banner clips the lower edge of this drawing. */
function ContactScene() {
  return (
    <svg
      viewBox="0 0 640 420"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      className="absolute end-0 bottom-0 h-[210px] rtl:-scale-x-100 w-full overflow-visible md:h-[64%] lg:h-full print:hidden"
    >
      <circle cx="430" cy="284" r="150" fill="light-dark(#ffe3a6, #2a3366)" />
      <circle cx="430" cy="284" r="112" fill="light-dark(#ffc43d, #ffe9b8)" />
      <path d={wave(288, 160, 14)} fill="light-dark(#afc0ff, #26349a)" />
      <g>
        <g transform="translate(290 64) scale(8.6)">
          <path
            d="M15.8 .6V24.5"
            stroke="light-dark(#12172b, #f4f2eb)"
            strokeWidth=".7"
            strokeLinecap="round"
          />
          <path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" fill="light-dark(#2540e0, #93a4ff)" />
          <path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" fill="#ee4b2e" />
          <path
            d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z"
            fill="light-dark(#12172b, #f4f2eb)"
          />
        </g>
      </g>
      <path d={wave(318, 200, 16)} fill="light-dark(#4c69f2, #1c2780)" />
      <path d={wave(370, 240, 20)} fill="light-dark(#2540e0, #141c61)" />
    </svg>
  );
}

/** The wave starts far left of the picture and is filled down to the bottom. */
function wave(y: number, length: number, height: number): string {
  const start = -18 * length;
  const count = Math.ceil((700 - start) / length);
  const first = `q${length / 4} ${-height} ${length / 2} 0`;
  return `M${start} ${y}${first}${`t${length / 2} 0`.repeat(2 * count - 1)}V430H${start}Z`;
}
