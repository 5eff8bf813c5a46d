import { Link } from 'react-router';
import type { HomeWords } from '../../content/content.ts';
import { Icon } from '../../../ui/icon.tsx';
import { fleetPath, nightSkyPath, type Theme } from '../../pictures/home-pictures.ts';

/** The promise of the product above a fleet of seven sails: by day, or under moon and stars. */
export function Hero({ headline, lead, button }: Pick<HomeWords, 'headline' | 'lead' | 'button'>) {
  return (
    <section id="home-section" aria-labelledby="home-title" className="sky flex flex-col">
      <picture className="hidden night:block">
        <source media="(max-width: 768px)" srcSet={nightSkyPath('phone')} />
        <img
          src={nightSkyPath('desktop')}
          alt=""
          width={1416}
          height={640}
          loading="lazy"
          className="absolute inset-x-0 top-0 h-[420px] w-full object-cover object-top md:h-[640px]"
        />
      </picture>
      <div className="container-sky relative z-1 pt-[88px] md:pt-[120px]">
        <h1
          id="home-title"
          className="max-w-[11em] text-[clamp(46px,14.9vw,58px)] leading-[0.95] tracking-[-0.042em] md:text-[clamp(72px,7.8vw,112px)] md:leading-[0.93]"
        >
          {headline}
        </h1>
        <div className="mt-[18px] flex flex-col-reverse items-start gap-5 md:mt-8 md:flex-row md:items-center md:gap-10">
          <Link to="/services" className="button button-primary text-sm tracking-[0.045em]">
            {button}
            <Icon name="arrow-right-bold" />
          </Link>
          <p className="max-w-[29em] text-[17px] leading-normal text-ink-2 md:text-[19px]">
            {lead}
          </p>
        </div>
      </div>
      <Fleet theme="light" className="night:hidden" />
      <Fleet theme="dark" className="hidden night:block" />
    </section>
  );
}

/** The browser fetches only the one that shows: a lazy picture that is hidden stays unloaded. */
function Fleet({ theme, className }: { theme: Theme; className: string }) {
  return (
    <picture className={`fleet ${className}`}>
      <source
        media="(max-width: 520px) and (prefers-reduced-motion: reduce)"
        srcSet={fleetPath('phone', theme, 'still')}
      />
      <source media="(max-width: 520px)" srcSet={fleetPath('phone', theme, 'rocking')} />
      <source
        media="(prefers-reduced-motion: reduce)"
        srcSet={fleetPath('desktop', theme, 'still')}
      />
      <img
        src={fleetPath('desktop', theme, 'rocking')}
        alt=""
        width={1416}
        height={452}
        loading="lazy"
        className="size-full"
      />
    </picture>
  );
}
