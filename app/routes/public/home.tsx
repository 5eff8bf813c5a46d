import { Link } from 'react-router';
import { POPULAR_SERVICES } from '../../catalogue/catalogue.ts';
import { ServiceCard } from '../../catalogue/service-card.tsx';
import { PUBLIC_PAGE_HEADERS, useSite } from './layout.tsx';
import type { Route } from './+types/home.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = () => [{ title: 'Your Digital Journey Begins with Us.' }];

/** Cards only: the catalogue's long texts are not part of any page's script. */
export function loader() {
  return { popular: POPULAR_SERVICES.map(({ description, ...card }) => card) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  return (
    <main>
      <section id="home-section" className="bg-sky py-20">
        <div className="container-page">
          <h1 className="max-w-[11em] text-[clamp(58px,8vw,112px)]">
            Your Digital Journey Begins with Us.
          </h1>
          <Link to="/services" className="button button-primary mt-8">
            VIEW OUR SERVICES
          </Link>
        </div>
      </section>
      <section id="services-section" className="container-page pt-20">
        <h2 className="text-[clamp(38px,4vw,56px)]">Popular Services</h2>
        <div className="mt-8 grid grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-5">
          {loaderData.popular.map((service) => (
            <ServiceCard key={service.path} service={service} />
          ))}
        </div>
      </section>
      <section id="about-us-section" className="container-page pt-20">
        <h2 className="text-[clamp(38px,4vw,56px)]">About {brandName}</h2>
        <p className="mt-4 max-w-[31em] text-[19px] text-ink-2">
          Our mission is versatile, high-quality digital services, delivered with professionalism
          and transparency. You see the price before you start and speak to an agent whenever you
          need one.
        </p>
      </section>
      <section id="contact-section" className="container-page pt-20">
        <Link to="/contact" className="button button-primary">
          Contact Us Now !
        </Link>
      </section>
    </main>
  );
}
