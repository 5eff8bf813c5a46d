import type { ReactNode } from 'react';
import type { ShownHome, ShownAbout } from '../../../catalogue/server/content/show-home.server.ts';
import { type HeroCategory, Hero } from './hero.tsx';
import type { CardService } from '../../service.ts';
import { ServiceCard } from '../service-card.tsx';
import { Carousel } from '../../../ui/carousel.tsx';
import { Link } from 'react-router';
import type { HomeWords } from '../../../catalogue/protocol/content.ts';
import bubbles from './contact-band.svg?no-inline';
import { langOf } from '../../../platform/lang-of.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { PictureState } from '../../../ui/use-hash-scroll.ts';
import { categoryCardPath } from '../../pictures/home-pictures.ts';
import '../../pictures/card-colours.css';
import { picturePath } from '../../pictures/picture-path.ts';
import { t } from '../../../i18n/translate.ts';
import { Written } from '../written.tsx';

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

const PENDING: PictureState = { isPicturePending: true };

type ContactBandProps = Pick<
  HomeWords,
  'contactHeadline' | 'contactText' | 'contactButton' | 'fallbacks'
>;

interface HomeProps {
  readonly words: ShownHome;
  readonly fleet: readonly HeroCategory[];
  readonly examples: readonly string[];
  readonly popular: readonly CardService[];
  readonly serviceCount: number;
  readonly sectionCount: number;
  /** A preview shows no quotes from reviews. */
  readonly praise?: ReactNode;
}

export function Home(props: HomeProps) {
  const {
    words,
    fleet: heroCategories,
    praise,
    examples,
    popular,
    serviceCount,
    sectionCount,
  } = props;
  return (
    <main>
      <Hero
        {...words.home}
        lead={serviceCount === 0 ? t('Our services will appear here soon.') : words.home.lead}
        boats={heroCategories}
        start={{ popular, examples }}
      />
      <div id="services-section">
        <section hidden={words.cards.length === 0} className="container-page pt-[72px] md:pt-28">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3.5 md:mb-10">
            <div>
              <Eyebrow lang={langOf(words.home, 'servicesEyebrow')}>
                {words.home.servicesEyebrow}
              </Eyebrow>
              <h2
                dir="auto"
                lang={langOf(words.home, 'servicesHeadline')}
                className="mt-4 max-w-[13em] text-[clamp(38px,4vw,56px)] tracking-[-0.045em]"
              >
                {words.home.servicesHeadline}
              </h2>
            </div>
            <p
              dir="auto"
              lang={langOf(words.home, 'servicesLead')}
              className="max-w-[26em] text-ink-2 max-md:hidden"
            >
              {words.home.servicesLead}
            </p>
          </div>
          <CategoryCards {...words} />
        </section>
        {popular.length > 0 && (
          <section className="pt-[72px] md:pt-28">
            <Carousel
              title={words.home.popularHeadline}
              lang={langOf(words.home, 'popularHeadline')}
            >
              {popular.map((service) => (
                <li key={service.path} className="w-[264px] md:w-[280px]">
                  <ServiceCard service={service} />
                </li>
              ))}
            </Carousel>
          </section>
        )}
      </div>
      {praise}
      <About words={words.about} serviceCount={serviceCount} sectionCount={sectionCount} />
      <ContactBand {...words.home} />
    </main>
  );
}

function ContactBand(words: ContactBandProps) {
  const { contactHeadline, contactText, contactButton } = words;
  return (
    <section
      id="contact-section"
      aria-labelledby="contact-title"
      className="container-page pt-[72px] md:pt-28"
    >
      <div className="grid overflow-hidden rounded-[26px] bg-(--brand) text-white forced-colors:border md:min-h-[392px] md:grid-cols-[1.15fr_1fr] md:rounded-[32px]">
        <div className="px-[26px] pt-10 pb-3 md:py-[72px] md:ps-10 lg:ps-16">
          <h2
            id="contact-title"
            dir="auto"
            lang={langOf(words, 'contactHeadline')}
            className="text-[clamp(42px,4.5vw,64px)] tracking-[-0.05em]"
          >
            {contactHeadline}
          </h2>
          <p
            dir="auto"
            lang={langOf(words, 'contactText')}
            className="mt-3.5 max-w-[25em] text-[17px] text-white md:mt-5 md:text-[19px]"
          >
            {contactText}
          </p>
          <Link
            to="/contact"
            className="button mt-6 bg-sun text-night outline-white hover:bg-[#ffd067] md:mt-8"
          >
            <bdi lang={langOf(words, 'contactButton')}>{contactButton}</bdi>
          </Link>
        </div>
        <img
          src={bubbles}
          alt=""
          width={560}
          height={400}
          loading="lazy"
          className="aspect-[5/3] w-full object-cover object-bottom md:aspect-auto md:h-full md:max-lg:object-contain md:max-lg:object-right-bottom"
        />
      </div>
    </section>
  );
}

/** The whole card is clickable, but only its link is in the tab order. */
function CategoryCards({ cards, viewAll }: ShownHome) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
      {cards.map(({ title, tagline, anchor, look }) => (
        <li key={`${anchor} ${look}`} data-card={look} className="category-card bg-surface">
          <img
            src={categoryCardPath(look)}
            alt=""
            width={400}
            height={250}
            loading="lazy"
            className="aspect-[8/5] min-h-[132px] w-full object-cover object-bottom md:aspect-auto md:h-[250px]"
          />
          <div className="flex flex-1 flex-col px-4 pt-3.5 pb-4 md:px-6 md:pt-5 md:pb-[22px]">
            <h3
              dir="auto"
              lang={title.lang}
              className="text-[clamp(17px,5.2vw,20px)] tracking-[-0.02em] md:text-[30px] md:tracking-[-0.03em] md:max-lg:text-[26px]"
            >
              {title.text}
            </h3>
            <div className="mt-auto flex items-center justify-between gap-3 pt-4 text-[15px]">
              <p dir="auto" lang={tagline.lang} className="max-md:hidden">
                {tagline.text}
              </p>
              <Link
                to={`/services#${anchor}`}
                viewTransition
                state={PENDING}
                aria-label={`${viewAll.text}: ${title.text}`}
                className="flex items-center gap-2 font-[650] whitespace-nowrap outline-none after:absolute after:inset-0"
              >
                <bdi lang={viewAll.lang}>{viewAll.text}</bdi>
                <Icon name="arrow-right-bold" size={18} className="transition-transform" />
              </Link>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function About({ words, serviceCount, sectionCount }: AboutProps) {
  const counts = [
    [
      String(serviceCount),
      t('{count, plural, one {service} other {services}}', { count: serviceCount }),
    ],
    [
      String(sectionCount),
      t('{count, plural, one {category} other {categories}}', { count: sectionCount }),
    ],
  ] as const;
  // A shop that is being set up does not boast of nothing.
  const facts = [...(serviceCount > 0 ? counts : []), ['1:1', t('chat with an agent')] as const];
  return (
    <section
      id="about-us-section"
      aria-labelledby="about-title"
      className="container-page grid gap-10 pt-[72px] lg:grid-cols-[1.25fr_1fr] lg:items-center lg:gap-[72px] lg:pt-20"
    >
      <div>
        <Eyebrow lang={langOf(words, 'eyebrow')}>{words.eyebrow}</Eyebrow>
        <h2
          id="about-title"
          dir="auto"
          lang={langOf(words, 'headline')}
          className="mt-4 max-w-[11em] text-[clamp(38px,4.2vw,60px)] tracking-[-0.048em]"
        >
          {words.headline}
        </h2>
        <Written
          html={words.html}
          lang={langOf(words, 'text')}
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

function Eyebrow({ lang, children }: { lang: string | undefined; children: React.ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 text-sm font-semibold text-ink-2">
      <span aria-hidden="true" className="size-3.5 rounded-se-[14px] bg-primary" />
      <bdi lang={lang}>{children}</bdi>
    </p>
  );
}
