import Link from 'next/link';
import { formatPrice } from './catalogue.js';

/** Cards with picture, title, summary and price. */
export function ServiceList({ services }) {
  return (
    <ul>
      {services.map((service) => {
        const { section, slug, title, summary } = service;
        return (
          <li key={`${section}/${slug}`}>
            <Link href={`/services/${section}/${slug}`}>
              <img
                src={`/art/${section}/${slug}.svg`}
                alt=""
                width="320"
                height="240"
                loading="lazy"
              />
              <h3>{title}</h3>
            </Link>
            <p>{summary}</p>
            <p>{formatPrice(service)}</p>
          </li>
        );
      })}
    </ul>
  );
}
