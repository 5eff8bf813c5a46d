import { useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { ServiceCard } from './service-card.tsx';
import type { CardService } from '../service.ts';
import { say } from '../../platform/say.ts';

interface RelatedServicesProps {
  readonly services: readonly CardService[];
  readonly section: { readonly title: string; readonly path: string };
}

export function RelatedServices({ services, section }: RelatedServicesProps) {
  const id = useId();
  // The service is the only one of its section.
  if (services.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-18 md:mt-24 print:hidden">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-[clamp(26px,3vw,34px)]">
          {say('Related services')}
        </h2>
        <Link
          to={section.path}
          className="inline-flex min-h-11 items-center gap-2 text-[15px] font-[650] text-primary hover:underline"
        >
          {say('All {title}', { title: section.title })} <Icon name="arrow-right" size={18} />
        </Link>
      </div>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {services.map((service) => (
          <li key={service.path} className="grid md:max-lg:[&:nth-child(3)]:hidden">
            <ServiceCard service={service} isInList />
          </li>
        ))}
      </ul>
    </section>
  );
}
