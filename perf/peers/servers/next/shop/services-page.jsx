import { sections, services } from './catalogue.js';
import { ServiceList } from './service-list.jsx';

/** All services by section. */
export function ServicesPage() {
  return (
    <main>
      <h1>Services</h1>
      {sections.map(({ id, title, tagline }) => (
        <section key={id} id={id}>
          <h2>{title}</h2>
          <p>{tagline}</p>
          <ServiceList services={services.filter(({ section }) => section === id)} />
        </section>
      ))}
    </main>
  );
}
