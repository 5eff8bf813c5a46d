import { telephoneHref } from '../../platform/telephone.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { say } from '../../platform/say.ts';

interface ContactWaysProps {
  readonly supportPhone: string;
  readonly supportEmail: string;
}

export function ContactWays({ supportPhone, supportEmail }: ContactWaysProps) {
  return (
    <section aria-labelledby="keep-in-touch" className="mt-14 md:mt-20">
      <h2 id="keep-in-touch" className="text-[clamp(32px,4.6vw,52px)] tracking-[-0.035em]">
        {say('KEEP IN TOUCH')}
      </h2>
      <ul className="mt-7 grid gap-5 md:mt-9 lg:grid-cols-2">
        <ContactWay
          icon="phone"
          label={say('Phone')}
          value={supportPhone}
          href={telephoneHref(supportPhone)}
        />
        <ContactWay
          icon="envelope-simple"
          label={say('Support email')}
          value={supportEmail}
          href={`mailto:${supportEmail}`}
        />
      </ul>
    </section>
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
