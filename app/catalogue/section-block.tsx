import type { Section } from './sections.ts';
import { ServiceCard, type CardService } from './service-card.tsx';
import type { AreaId } from './sections.ts';

interface SectionBlockProps {
  readonly section: Section;
  readonly services: readonly (CardService & { readonly area: AreaId })[];
}

/** One section with its groups of cards; the ids are the anchors of SPEC §2. */
export function SectionBlock({ section, services }: SectionBlockProps) {
  return (
    <section id={section.id} className="container-page pt-20">
      <h2 className="text-[clamp(34px,4vw,48px)]">{section.title}</h2>
      <p className="mt-2 text-ink-2">{section.tagline}</p>
      {section.areas.map((area) => {
        const group = services.filter((service) => service.area === area.id);
        return (
          <div key={area.id} id={area.id} className="pt-10">
            <h3 className="text-[clamp(20px,2vw,26px)]">{area.title}</h3>
            <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-5">
              {group.map((service) => (
                <ServiceCard key={service.path} service={service} />
              ))}
            </div>
          </div>
        );
      })}
    </section>
  );
}
