import type { CardService } from '../../service.ts';
import { ServiceCard } from '../service-card.tsx';
import { Carousel } from '../../../ui/carousel.tsx';
import { Eyebrow } from '../../../ui/eyebrow.tsx';
import { About } from './about.tsx';
import { CategoryCards } from './category-cards.tsx';
import { ContactBand } from './contact-band.tsx';
import { Hero } from './hero.tsx';

interface HomeProps {
  readonly popular: readonly CardService[];
  readonly serviceCount: number;
  readonly sectionCount: number;
}

/** The promise, the ways into the catalogue, who we are, and how to reach us. */
export function Home({ popular, serviceCount, sectionCount }: HomeProps) {
  return (
    <main>
      <Hero serviceCount={serviceCount} sectionCount={sectionCount} />
      <div id="services-section">
        <section className="container-page pt-[72px] md:pt-28">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3.5 md:mb-10">
            <div>
              <Eyebrow>Our Services</Eyebrow>
              <h2 className="mt-4 max-w-[13em] text-[clamp(38px,4vw,56px)] tracking-[-0.045em]">
                Solutions That Fit Every Stage of Your Journey
              </h2>
            </div>
            <p className="max-w-[26em] text-ink-2 max-md:hidden">
              Pick a direction. Each one opens into clear, fixed-price services. You know the cost
              before you begin.
            </p>
          </div>
          <CategoryCards />
        </section>
        <section className="pt-[72px] md:pt-28">
          <Carousel title="Popular Services">
            {popular.map((service) => (
              <li key={service.path} className="w-[264px] md:w-[280px]">
                <ServiceCard service={service} />
              </li>
            ))}
          </Carousel>
        </section>
      </div>
      <About serviceCount={serviceCount} sectionCount={sectionCount} />
      <ContactBand />
    </main>
  );
}
