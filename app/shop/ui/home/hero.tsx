import { Link } from 'react-router';
import type { HomeWords } from '../../../catalogue/protocol/content.ts';
import { Icon } from '../../../ui/icon.tsx';
import { nightSkyPath } from '../../pictures/home-pictures.ts';
import type { FleetBoat } from '../../read-fleet.ts';
import { SearchBox } from '../search-box.tsx';
import type { SearchStart } from '../search-start.tsx';
import { useSearchStart } from '../use-search-start.ts';
import { Fleet } from './fleet.tsx';

interface HeroProps extends Pick<HomeWords, 'headline' | 'lead' | 'button'> {
  readonly boats: readonly FleetBoat[];
  readonly start: SearchStart;
}

export function Hero({ headline, lead, button, boats, start }: HeroProps) {
  const beginning = useSearchStart(start);
  return (
    // Overflow stays visible because the list of search results extends over the next section.
    <section
      id="home-section"
      aria-labelledby="home-title"
      className="sky z-20 flex flex-col overflow-visible"
    >
      <picture className="hidden night:block">
        {/* Above this width the button moves beside the search box, and the phone picture's moon would be behind
           them. */}
        <source media="(max-width: 32.5rem)" srcSet={nightSkyPath('phone')} />
        <img
          src={nightSkyPath('desktop')}
          alt=""
          width={1416}
          height={640}
          loading="lazy"
          className="absolute inset-x-0 top-0 h-[420px] w-full rounded-t-[22px] object-cover object-top min-[521px]:max-md:object-[55%_0] md:h-[640px] md:rounded-t-hero"
        />
      </picture>
      <div className="container-sky relative z-2 pt-[88px] md:pt-[108px]">
        <h1
          id="home-title"
          className="max-w-[11em] text-[clamp(46px,14.9vw,58px)] leading-[0.95] tracking-[-0.042em] md:text-[clamp(72px,7.8vw,112px)] md:leading-[0.93]"
        >
          {headline}
        </h1>
        <p className="mt-[18px] max-w-[56em] text-[17px] leading-normal text-ink-2 md:mt-5 md:text-[19px]">
          {lead}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-3 md:gap-4">
          <div className="w-full min-[521px]:max-md:w-auto min-[521px]:max-md:flex-1 md:w-[460px] print:hidden">
            <SearchBox place="home" beginning={beginning} example={start.examples[0]} />
          </div>
          <Link
            to="/services"
            className="button button-primary min-h-[64px] rounded-[18px] text-sm max-[520px]:w-full tracking-[0.045em]"
          >
            {button}
            <Icon name="arrow-right-bold" />
          </Link>
        </div>
      </div>
      <Fleet boats={boats} />
    </section>
  );
}
