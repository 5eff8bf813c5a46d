import { AvailabilityLine } from '../../chat-client/visitor/availability-line.tsx';
import { ContactAgentButton } from '../../chat-client/visitor/contact-agent-button.tsx';
import { hostContext } from '../../host.ts';
import { telephoneHref } from '../../platform/telephone.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { ContactScene } from './contact-scene.tsx';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/contact.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData, {
    title: 'Contact us',
    description: 'Talk to an agent in the live chat, call us, or send an email.',
    path: '/contact',
  });

export function loader({ context }: Route.LoaderArgs) {
  const { supportPhone, supportEmail } = context.get(hostContext).settings;
  return { supportPhone, supportEmail };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const { supportPhone, supportEmail } = loaderData;
  return (
    <main className="container-page pt-3 md:pt-4">
      <div className="relative overflow-hidden rounded-hero rounded-tr-[88px] bg-sky px-5 pt-12 pb-56 md:rounded-tr-[128px] md:px-16 md:pt-18 md:pb-44">
        <ContactScene />
        <h1 className="relative text-[clamp(44px,8vw,92px)] leading-[0.94] tracking-[-0.035em]">
          CONTACT US
        </h1>
        <p className="relative mt-5 max-w-[26em] text-[17px] text-ink-2 md:text-[19px]">
          Tell us what you are planning. An agent answers in the live chat, and you can reach us by
          phone and email as well.
        </p>
        <div className="relative mt-8 max-w-[300px]">
          <ContactAgentButton service={null} />
          <AvailabilityLine withWait />
        </div>
      </div>
      <section aria-labelledby="keep-in-touch" className="mt-14 md:mt-20">
        <h2 id="keep-in-touch" className="text-[clamp(32px,4.6vw,52px)] tracking-[-0.035em]">
          KEEP IN TOUCH
        </h2>
        <ul className="mt-7 grid gap-5 md:mt-9 md:grid-cols-2">
          <ContactWay
            icon="phone"
            label="Phone"
            value={supportPhone}
            href={telephoneHref(supportPhone)}
          />
          <ContactWay
            icon="envelope-simple"
            label="Support email"
            value={supportEmail}
            href={`mailto:${supportEmail}`}
          />
        </ul>
      </section>
    </main>
  );
}

interface ContactWayProps {
  readonly icon: IconName;
  readonly label: string;
  readonly value: string;
  readonly href: string;
}

function ContactWay({ icon, label, value, href }: ContactWayProps) {
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
          <span className="block font-display text-[clamp(18px,2.2vw,25px)] leading-tight font-bold tracking-[-0.02em] [overflow-wrap:anywhere] group-hover:underline">
            {value}
          </span>
        </span>
      </a>
    </li>
  );
}
