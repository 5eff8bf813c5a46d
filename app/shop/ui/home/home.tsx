import type { ReactNode } from 'react';
import type { ShownHome } from '../../../catalogue/server/content/show-home.server.ts';
import type { FleetBoat } from '../../read-fleet.ts';
import type { CardService } from '../../service.ts';
import { ServiceCard } from '../service-card.tsx';
import { Carousel } from '../../../ui/carousel.tsx';
import { Eyebrow } from '../../../ui/eyebrow.tsx';
import { About } from './about.tsx';
import { CategoryCards } from './category-cards.tsx';
import { ContactBand } from './contact-band.tsx';
import { Hero } from './hero.tsx';

interface HomeProps {
  readonly words: ShownHome;
  readonly fleet: readonly FleetBoat[];
  readonly examples: readonly string[];
  readonly popular: readonly CardService[];
  readonly serviceCount: number;
  readonly sectionCount: number;
  /** A preview shows no quotes from reviews. */
  readonly praise?: ReactNode;
}

export function Home(props: HomeProps) {
  const { words, fleet, praise, examples, popular, serviceCount, sectionCount } = props;
  return (
    <main>
      <Hero {...words.home} boats={fleet} start={{ popular, examples }} />
      <div id="services-section">
        <section className="container-page pt-[72px] md:pt-28">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3.5 md:mb-10">
            <div>
              <Eyebrow>{words.home.servicesEyebrow}</Eyebrow>
              <h2 className="mt-4 max-w-[13em] text-[clamp(38px,4vw,56px)] tracking-[-0.045em]">
                {words.home.servicesHeadline}
              </h2>
            </div>
            <p className="max-w-[26em] text-ink-2 max-md:hidden">{words.home.servicesLead}</p>
          </div>
          <CategoryCards words={words.cards} />
        </section>
        <section className="pt-[72px] md:pt-28">
          <Carousel title={words.home.popularHeadline}>
            {popular.map((service) => (
              <li key={service.path} className="w-[264px] md:w-[280px]">
                <ServiceCard service={service} />
              </li>
            ))}
          </Carousel>
        </section>
      </div>
      {praise}
      <About words={words.about} serviceCount={serviceCount} sectionCount={sectionCount} />
      <ContactBand {...words.home} />
    </main>
  );
}
