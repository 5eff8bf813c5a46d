import { sectionHeaderPath } from '../pictures/picture-path.ts';
import type { Section } from '../sections.ts';
import '../pictures/section-colours.css';

interface SectionBannerProps {
  readonly section: Section;
  readonly heading: 'h1' | 'h2';
  /** True where it is among the first things to be seen. */
  readonly isFirst?: boolean;
}

/** A section's picture with its title and tagline: on the picture's flat side, or below it. */
export function SectionBanner({ section, heading: Heading, isFirst = false }: SectionBannerProps) {
  return (
    <div
      data-section={section.look}
      className="section-field relative overflow-hidden rounded-card rounded-tr-[88px] md:flex md:min-h-[236px] md:items-end md:rounded-panel md:rounded-tr-[112px]"
    >
      <img
        src={sectionHeaderPath(section.look)}
        alt=""
        width={976}
        height={236}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        className="h-[150px] w-full object-cover object-right md:absolute md:inset-0 md:h-full"
      />
      <div className="relative px-[22px] pt-5 pb-6 md:w-[56%] md:p-8 lg:p-10">
        <Heading className="text-[clamp(34px,3.5vw,48px)] tracking-[-0.04em]">
          {section.title}
        </Heading>
        <p className="mt-2 text-[17px] md:mt-3">{section.tagline}</p>
      </div>
    </div>
  );
}
