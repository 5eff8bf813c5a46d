import { Link } from 'react-router';
import { picturePath } from '../artwork/picture-path.ts';
import { formatPrice } from './price.ts';
import type { Service } from './service.ts';

/** What a card shows; the long description stays on the service's page. */
export type CardService = Pick<
  Service,
  'section' | 'slug' | 'title' | 'summary' | 'price' | 'path'
>;

/** A service in a list. The whole card is clickable; only its link is in the tab order. */
export function ServiceCard({ service }: { service: CardService }) {
  return (
    <article className="relative flex flex-col overflow-hidden rounded-card bg-surface shadow-rest ring-1 ring-line transition hover:-translate-y-1 hover:shadow-overlay">
      <img
        src={picturePath(service.section, service.slug, 'scene')}
        alt=""
        width={400}
        height={300}
        loading="lazy"
        className="m-2 mb-0 w-[calc(100%-16px)] rounded-[13px]"
      />
      <div className="flex flex-1 flex-col px-[18px] pt-4 pb-[18px]">
        <h3 className="text-[19px] leading-[1.15]">{service.title}</h3>
        <p className="mt-[7px] line-clamp-2 text-[14.5px] leading-[1.45] text-ink-2">
          {service.summary}
        </p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2.5 pt-4 text-[14.5px]">
          <Link
            to={service.path}
            className="font-[650] text-primary after:absolute after:inset-0"
            aria-label={`Read More: ${service.title}`}
          >
            Read More <span aria-hidden="true">→</span>
          </Link>
          <span className="font-semibold tabular-nums">{formatPrice(service.price)}</span>
        </div>
      </div>
    </article>
  );
}
