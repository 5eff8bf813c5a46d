import { picturePath } from '../../pictures/picture-path.ts';
import type { ShownAbout } from '../../../catalogue/server/content/show-home.server.ts';
import { say } from '../../../platform/say.ts';
import { Written } from '../written.tsx';
import { Eyebrow } from '../../../ui/eyebrow.tsx';

interface AboutProps {
  readonly words: ShownAbout;
  readonly serviceCount: number;
  readonly sectionCount: number;
}

const MOSAIC = [
  ['graphics/album-cover-design', 'rounded-ss-[88px] md:rounded-ss-[120px]'],
  ['music/podcast-production', ''],
  ['programming/cloud-computing', ''],
  ['writing/book-editing', 'rounded-ee-[88px] md:rounded-ee-[120px]'],
] as const;

export function About({ words, serviceCount, sectionCount }: AboutProps) {
  const facts = [
    [String(serviceCount), say('services')],
    [String(sectionCount), say('categories')],
    ['1:1', say('chat with an agent')],
  ];
  return (
    <section
      id="about-us-section"
      aria-labelledby="about-title"
      className="container-page grid gap-10 pt-[72px] lg:grid-cols-[1.25fr_1fr] lg:items-center lg:gap-[72px] lg:pt-20"
    >
      <div>
        <Eyebrow>{words.eyebrow}</Eyebrow>
        <h2
          id="about-title"
          className="mt-4 max-w-[11em] text-[clamp(38px,4.2vw,60px)] tracking-[-0.048em]"
        >
          {words.headline}
        </h2>
        <Written
          html={words.html}
          className="mt-6 max-w-[31em] text-[17px] text-ink-2 md:text-[19px]"
        />
        <dl className="mt-8 flex flex-wrap gap-x-6 gap-y-6 md:mt-11 md:gap-x-10">
          {facts.map(([value, name]) => (
            <div key={name} className="flex flex-col-reverse">
              <dt dir="auto" className="mt-2 text-[15px] text-ink-2">
                {name}
              </dt>
              <dd className="font-display text-[40px] leading-none font-bold tracking-[-0.05em] md:text-[52px]">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="grid grid-cols-2 gap-3.5">
        {MOSAIC.map(([art, corner]) => (
          <img
            key={art}
            src={picturePath(art, 'scene')}
            alt=""
            width={400}
            height={300}
            loading="lazy"
            className={`aspect-square w-full rounded-card object-cover ${corner}`}
          />
        ))}
      </div>
    </section>
  );
}
