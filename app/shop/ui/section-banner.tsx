import { langOf } from '../../platform/lang-of.ts';
import { sectionHeaderPath } from '../pictures/picture-path.ts';
import type { Section } from '../sections.ts';

interface SectionBannerProps {
  readonly section: Section;
  readonly heading: 'h1' | 'h2';
  /** The banner is above the fold. */
  readonly isFirst?: boolean;
}

/**
 * `SHORT` is for a section's own page, where the services matter more. `TALL` is for the overview. On a small phone
 * the drawing leaves room for the text.
 */
const SHORT = {
  field: 'flex min-h-[132px] items-end md:min-h-[124px]',
  picture:
    'absolute inset-0 h-full object-[calc(80%+max(0px,(430px-100vw)*0.65))_50%] md:object-right',
  words: 'w-[60%] p-4 md:w-[56%] md:px-8 md:py-5',
  title: 'text-[clamp(24px,7.7vw,30px)] md:text-[clamp(30px,3.5vw,48px)]',
};
const TALL = {
  field: 'lg:flex lg:min-h-[236px] lg:items-end',
  picture: 'h-[150px] object-right lg:absolute lg:inset-0 lg:h-full',
  words: 'px-[22px] pt-5 pb-6 lg:w-[56%] lg:p-10',
  title: 'text-[clamp(30px,3.5vw,48px)]',
};

/** The text is on the plain side of the picture or below it. */
export function SectionBanner({ section, heading: Heading, isFirst = false }: SectionBannerProps) {
  const { field, picture, words, title } = Heading === 'h1' ? SHORT : TALL;
  return (
    <div
      data-section={section.look}
      className={`section-field relative overflow-hidden rounded-card rounded-se-[88px] md:rounded-panel md:rounded-se-[112px] ${field}`}
    >
      <img
        src={sectionHeaderPath(section.look)}
        alt=""
        width={976}
        height={236}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        className={`w-full object-cover rtl:-scale-x-100 ${picture}`}
      />
      <div className={`relative ${words}`}>
        <Heading
          dir="auto"
          lang={langOf(section, 'title')}
          className={`leading-[1.05] tracking-[-0.04em] ${title}`}
        >
          {section.title}
        </Heading>
        <p
          dir="auto"
          lang={langOf(section, 'tagline')}
          className="mt-1.5 text-[17px] max-md:text-[15px] max-md:leading-[1.3]"
        >
          {section.tagline}
        </p>
      </div>
    </div>
  );
}
