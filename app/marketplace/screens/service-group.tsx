import { Link } from 'react-router';
import type { Area } from '../sections.ts';
import { ServiceCard } from './service-card.tsx';
import type { CardService } from '../service.ts';

interface ServiceGroupProps {
  readonly area: Area;
  readonly services: readonly CardService[];
  /** The level that fits where the group stands; its cards are one below. */
  readonly heading?: 'h2' | 'h3';
  /** Where all of them are, when these are only the first. */
  readonly all?: { readonly count: number; readonly path: string };
}

/** The services of one area; its id is an anchor of SPEC §2. */
export function ServiceGroup({ area, services, heading: Heading = 'h3', all }: ServiceGroupProps) {
  return (
    <section id={area.id} className="pt-11">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Heading className="text-[24px] tracking-[-0.03em] md:text-[26px]">{area.title}</Heading>
        <p className="text-[15px] text-ink-2">{countServices(all?.count ?? services.length)}</p>
      </div>
      <CardGrid services={services} heading={Heading === 'h2' ? 'h3' : 'h4'} />
      {all && (
        <p className="mt-5">
          <Link to={all.path} className="button button-line button-small">
            All {countServices(all.count)} in {area.title}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Cards in columns, or below each other on small screens. */
export function CardGrid({
  services,
  heading,
}: {
  services: readonly CardService[];
  heading: 'h3' | 'h4';
}) {
  return (
    <ul className="mt-4 grid gap-3 md:grid-cols-2 md:gap-5 lg:grid-cols-[repeat(auto-fill,minmax(240px,1fr))]">
      {services.map((service) => (
        <li key={service.path} className="min-w-0">
          <ServiceCard service={service} isInList heading={heading} />
        </li>
      ))}
    </ul>
  );
}

export function countServices(count: number): string {
  return count === 1 ? '1 service' : `${count} services`;
}
