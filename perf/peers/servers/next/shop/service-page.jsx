import Link from 'next/link';
import { notFound } from 'next/navigation';
import { findService, formatPrice, sections, services } from './catalogue.js';
import { ServiceList } from './service-list.jsx';

/** The page of one service, with three more of its group. */
export async function ServicePage({ params }) {
  const { section, slug } = await params;
  const service = findService(section, slug);
  if (!service) notFound();
  const { title } = sections.find(({ id }) => id === section);
  const related = services.filter(({ area }) => area === service.area).slice(0, 3);
  return (
    <main>
      <nav>
        <Link href="/">Home</Link> <Link href="/services">Services</Link>{' '}
        <Link href={`/services#${section}`}>{title}</Link>
      </nav>
      <h1>{service.title}</h1>
      <p>{service.summary}</p>
      <img src={`/art/${section}/${slug}.svg`} alt="" width="640" height="480" />
      <p>{formatPrice(service)}</p>
      <p>{service.description}</p>
      <h2>Related services</h2>
      <ServiceList services={related} />
    </main>
  );
}
