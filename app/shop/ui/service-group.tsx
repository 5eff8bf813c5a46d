import { Link } from 'react-router';
import type { Area } from '../sections.ts';
import { ServiceCard } from './service-card.tsx';
import type { CardService } from '../service.ts';
import './service-group.css';
import { t } from '../../i18n/translate.ts';

/** In a grid of four columns, these sizes take 2 × 2 cells, 2 columns, all 4 columns, or 1 cell. */
export type PosterShape = 'lead' | 'wide' | 'full' | 'one';

const COLUMNS = 4;
const LEAD_CELLS = 4;

interface ServiceGroupProps {
  readonly area: Area;
  readonly services: readonly CardService[];
  /** The cards use the next heading level. */
  readonly heading?: 'h2' | 'h3';
  /** The link to all services is set when `services` are only the first ones. */
  readonly all?: { readonly count: number; readonly path: string };
  readonly isWall?: boolean;
}

/** The area's id is an anchor of rules 26 and 53. */
export function ServiceGroup(props: ServiceGroupProps) {
  const { area, services, heading: Heading = 'h3', all, isWall = false } = props;
  return (
    <section id={area.id} className={isWall ? 'pt-4 not-first:pt-11 md:pt-6' : 'pt-11'}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Heading dir="auto" className="text-[24px] tracking-[-0.03em] md:text-[26px]">
          {area.title}
        </Heading>
        <p className="text-[15px] text-ink-2">{countServices(all?.count ?? services.length)}</p>
      </div>
      <CardGrid
        services={services}
        heading={Heading === 'h2' ? 'h3' : 'h4'}
        {...(isWall && { shapes: posterShapes(services.length) })}
      />
      {all && (
        <p className="mt-5">
          <Link to={all.path} className="button button-line button-small">
            {t('All {services} in {area}', {
              services: countServices(all.count),
              area: area.title,
            })}
          </Link>
        </p>
      )}
    </section>
  );
}

interface CardGridProps {
  readonly services: readonly CardService[];
  readonly heading: 'h3' | 'h4';
  /** Without shapes, all cards have the same size. */
  readonly shapes?: readonly PosterShape[];
}

export function CardGrid({ services, heading, shapes }: CardGridProps) {
  const columns = shapes ? 'posters' : 'lg:grid-cols-[repeat(auto-fill,minmax(240px,1fr))]';
  return (
    <ul className={`mt-4 grid gap-3 md:grid-cols-2 md:gap-5 ${columns}`}>
      {services.map((service, index) => (
        <li key={service.path} data-shape={shapes?.[index]} className="min-w-0">
          <ServiceCard service={service} isInList heading={heading} />
        </li>
      ))}
    </ul>
  );
}

export function countServices(count: number): string {
  return t('{count, plural, one {# service} other {# services}}', { count });
}

/**
 * Assigns shapes so that a group's cards fill complete rows in order. The first card leads, and as many of the
 * following cards become wide as cells would otherwise stay empty.
 */
export function posterShapes(count: number): readonly PosterShape[] {
  if (count === 1) return ['full'];
  if (count === 2) return ['wide', 'wide'];
  const others = count - 1;
  const wide = (COLUMNS - ((LEAD_CELLS + others) % COLUMNS)) % COLUMNS;
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 'lead' : index <= wide ? 'wide' : 'one',
  );
}
