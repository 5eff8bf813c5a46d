import type { ReactNode } from 'react';
import { langOf } from '../../catalogue/protocol/lang-of.ts';
import { BottomBar } from './bottom-bar.tsx';
import { PurchasePanel, type SectionChip } from './purchase-panel.tsx';
import { ServiceDetails } from './service-details.tsx';
import { NextSteps } from './next-steps.tsx';
import { RelatedServices } from './related-services.tsx';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import type { CardService, Service } from '../service.ts';
import { say } from '../../platform/say.ts';

interface ServiceScreenProps {
  readonly service: Omit<Service, 'addresses'>;
  readonly section: SectionChip;
  readonly related: readonly CardService[];
  readonly media: ReactNode;
  readonly rating: ReactNode;
  readonly reviews: ReactNode;
  readonly contact: ReactNode;
  readonly availability: ReactNode;
  readonly usual: ReactNode;
  readonly proof: ReactNode;
}

export function ServiceScreen(props: ServiceScreenProps) {
  const { service, section, related, media, rating, reviews, contact, availability } = props;
  const { usual, proof } = props;
  const crumbs = [
    { label: say('Home'), to: '/' },
    { label: say('All Services'), to: `/services#${service.area}` },
  ];
  return (
    // The key resets the state for another service: an empty form and a closed gallery.
    <main key={service.path} className="container-page pt-3 md:pt-4">
      <Breadcrumb crumbs={crumbs} current={service.title} />
      <div className="mt-2 grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_320px] md:gap-y-0 lg:grid-cols-[minmax(0,1fr)_clamp(340px,35%,421px)] xl:gap-x-14">
        <div className="min-w-0">{media}</div>
        <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
          <PurchasePanel
            service={service}
            section={section}
            rating={rating}
            contact={
              <>
                {contact}
                {availability}
              </>
            }
          />
        </div>
        <div className="min-w-0">
          <section aria-labelledby="about-service" className="mt-9 md:mt-14">
            <h2 id="about-service" className="text-[clamp(26px,3vw,34px)]">
              {say('About this service')}
            </h2>
            <p
              dir="auto"
              lang={langOf(service, 'description')}
              className="mt-4 max-w-[43em] text-[17px] leading-[1.6] text-ink-2"
            >
              {service.description}
            </p>
          </section>
          <ServiceDetails service={service} />
          <NextSteps service={service} usual={usual} proof={proof} />
          {reviews}
        </div>
      </div>
      <RelatedServices services={related} section={section} />
      <BottomBar service={service} contact={contact} />
    </main>
  );
}
