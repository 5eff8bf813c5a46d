import { Link } from 'react-router';
import type { HomeWords } from '../../../catalogue/protocol/content.ts';
import { langOf, marksOf, type Translated } from '../../../platform/lang-of.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NIGHT_SKY_PATH, boatPath, seaPath, type Theme } from '../../pictures/home-pictures.ts';
import { SearchBox, type Beginning } from '../search-box.tsx';
import type { SearchStart } from '../search-start.tsx';
import { t } from '../../../i18n/translate.ts';
import './hero-categories.css';
import type { Catalogue } from '../../catalogue.ts';
import type { Look } from '../../pictures/looks.ts';
import { formatCardPrice, type Price } from '../../price.ts';
import { NO_PRICE_TAX, shownPrice, type PriceTax } from '../../price-tax.ts';
import { shortTitle } from '../../short-title.ts';
import { useCallback, useMemo, useState } from 'react';

export interface HeroCategory extends Translated {
  readonly path: string;
  readonly name: string;
  readonly look: Look;
  /** An example is '$53'. A section without visible services has ''. */
  readonly from: string;
  /** An example is 'plus VAT'. Missing if no tax applies. */
  readonly tax?: string;
}

/** No more boats fit side by side. */
const MOST_BOATS = 7;

interface HeroProps extends Pick<HomeWords, 'headline' | 'lead' | 'button' | 'fallbacks'> {
  readonly boats: readonly HeroCategory[];
  readonly start: SearchStart;
}

export function Hero({ headline, lead, button, fallbacks, boats, start }: HeroProps) {
  const beginning = useSearchStart(start);
  return (
    // Overflow stays visible because the list of search results extends over the next section.
    <section
      id="home-section"
      aria-labelledby="home-title"
      className="sky z-20 flex flex-col overflow-visible"
    >
      <img
        src={NIGHT_SKY_PATH}
        alt=""
        width={1416}
        height={640}
        loading="lazy"
        className="absolute inset-x-0 top-0 hidden h-[420px] w-full rounded-t-[22px] object-cover object-top max-md:object-[55%_0] md:h-[640px] md:rounded-t-hero rtl:-scale-x-100 min-[521px]:night:block"
      />
      <div className="container-sky relative z-2 pt-[88px] md:pt-[108px]">
        <h1
          id="home-title"
          dir="auto"
          lang={langOf({ fallbacks }, 'headline')}
          className="max-w-[11em] text-[clamp(46px,14.9vw,58px)] leading-[0.95] tracking-[-0.042em] md:text-[clamp(72px,7.8vw,112px)] md:leading-[0.93]"
        >
          {headline}
        </h1>
        <p
          dir="auto"
          lang={langOf({ fallbacks }, 'lead')}
          className="mt-[18px] max-w-[56em] text-[17px] leading-normal text-ink-2 md:mt-5 md:text-[19px]"
        >
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
            <bdi lang={langOf({ fallbacks }, 'button')}>{button}</bdi>
            <Icon name="arrow-right-bold" />
          </Link>
        </div>
      </div>
      <HeroCategories boats={boats} />
    </section>
  );
}

/** Assistive technology perceives the boats as a list of links. */
function HeroCategories({ boats }: { readonly boats: readonly HeroCategory[] }) {
  // Beside each price it would make the names on a phone three lines high.
  const taxOfAll = boats.every(({ tax }) => tax === boats[0]?.tax) ? boats[0]?.tax : undefined;
  return (
    <div className="fleet">
      <Sea theme="light" className="night:hidden" />
      <Sea theme="dark" className="hidden night:block" />
      <nav aria-label={t('Service categories')} className="fleet-boats">
        <ul>
          {boats.map(({ path, name, look, from, tax, fallbacks }) => (
            <li key={path}>
              <Link to={path} viewTransition className="boat">
                <img
                  src={boatPath(look)}
                  alt=""
                  width={329}
                  height={299}
                  className="boat-picture"
                />
                <span className="boat-name">
                  <span
                    dir="auto"
                    lang={langOf({ fallbacks }, 'title')}
                    className="block font-[650]"
                  >
                    {name}
                  </span>
                  <span className="block text-[0.875em] text-[#dfe5ff] tabular-nums">
                    {t('from {price}', { price: taxOfAll || !tax ? from : `${from} ${tax}` })}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {taxOfAll && (
          <p dir="auto" className="boats-tax">
            {t('Prices {tax}', { tax: taxOfAll })}
          </p>
        )}
      </nav>
    </div>
  );
}

/** The browser fetches only the visible picture, because a hidden picture with `loading="lazy"` is not loaded. */
function Sea({ theme, className }: { theme: Theme; className: string }) {
  return (
    <picture className={className}>
      <source media="(max-width: 32.5rem)" srcSet={seaPath('phone', theme)} />
      <img
        src={seaPath('desktop', theme)}
        alt=""
        width={1416}
        height={452}
        loading="lazy"
        className="absolute inset-0 size-full rtl:-scale-x-100"
      />
    </picture>
  );
}

export function readHeroCategories(
  catalogue: Catalogue,
  priceTax: PriceTax = NO_PRICE_TAX,
): HeroCategory[] {
  return catalogue.filledSections.slice(0, MOST_BOATS).map(({ id, title, look, fallbacks }) => {
    // The caption of every category says 'from'.
    const {
      isFrom: _,
      tax,
      ...price
    } = leastPrice(catalogue.servicesOf(id).map((service) => shownPrice(service, priceTax)));
    return {
      path: `/services/${id}`,
      name: shortTitle(title),
      look,
      from: formatCardPrice(price),
      ...(tax && { tax }),
      ...marksOf({ fallbacks }, 'title'),
    };
  });
}

/**
 * Flat prices take precedence, because '$0.15 per word' is not the price of a text. Only prices in the currency of
 * the first service are compared, because amounts in different currencies cannot be.
 */
function leastPrice(prices: readonly Price[]): Price {
  const whole = prices.filter(({ unit }) => unit === 'flat');
  return (whole.length > 0 ? whole : prices).reduce((least, price) =>
    price.currency === least.currency && price.amount < least.amount ? price : least,
  );
}

type StartTools = typeof import('../search-start.tsx');

/** The code of the suggestions is loaded on first use. */
function useSearchStart({ popular, examples }: SearchStart): Beginning {
  const [isActive, setActive] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [tools, setTools] = useState<StartTools | null>(null);
  const end = useCallback(() => setOpen(false), []);
  const begin = useCallback(() => {
    setActive(true);
    setOpen(true);
    // If loading fails, the search works without suggestions.
    import('../search-start.tsx').then(setTools, () => {});
  }, []);
  const options = useMemo(
    () => (tools && isOpen ? tools.startOptions({ popular, examples }) : []),
    [tools, isOpen, popular, examples],
  );
  return { isActive, begin, end, options, List: tools?.StartList };
}
