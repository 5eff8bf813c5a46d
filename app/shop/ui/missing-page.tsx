import { Link } from 'react-router';
import { langOf } from '../../platform/lang-of.ts';
import type { Suggestion } from '../search/find-suggestions.ts';
import { LIGHTHOUSE_PATH } from '../pictures/home-pictures.ts';
import { t } from '../../i18n/translate.ts';

interface MissingPageProps {
  readonly title: string;
  readonly text: string;
  /** The data is untyped, because the error may come from anywhere. */
  readonly finds: unknown;
}

export function MissingPage({ title, text, finds }: MissingPageProps) {
  const found = Array.isArray(finds) ? (finds as readonly Suggestion[]) : [];
  return (
    <main className="container-page pt-4">
      <div className="relative overflow-hidden rounded-panel bg-[#0e1430] text-white forced-colors:border md:rounded-hero">
        <img
          src={LIGHTHOUSE_PATH}
          alt=""
          width={1200}
          height={520}
          className="h-[max(240px,43vw)] w-full object-cover rtl:-scale-x-100 object-[74%_100%] md:absolute md:inset-0 md:h-full md:object-right-bottom"
        />
        <div className="relative px-6 pt-2 pb-9 md:min-h-[460px] md:max-w-[560px] md:px-14 md:py-16">
          <h1 dir="auto" className="text-[clamp(38px,5vw,64px)] tracking-[-0.045em]">
            {title}
          </h1>
          <p dir="auto" className="mt-4 max-w-[24em] text-[17px] text-[#dfe5ff] md:text-[19px]">
            {text}
          </p>
          <Link
            to="/services"
            className="button mt-7 bg-sun text-night outline-white hover:bg-[#ffd067]"
          >
            {t('VIEW OUR SERVICES')}
          </Link>
        </div>
      </div>
      {found.length > 0 && (
        <section aria-labelledby="finds" className="mt-10 md:mt-14">
          <h2 id="finds" className="text-[clamp(24px,2.6vw,32px)]">
            {t('What the lighthouse found')}
          </h2>
          <ul className="mt-5 grid gap-4 md:grid-cols-3">
            {found.map(({ path, title: name, price, picture, fallbacks }) => (
              <li
                key={path}
                className="relative flex items-center gap-4 rounded-card bg-surface p-2.5 shadow-rest ring-1 ring-line hover:shadow-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary"
              >
                <img
                  src={picture}
                  alt=""
                  width={112}
                  height={84}
                  className="h-[84px] w-28 shrink-0 rounded-field object-cover"
                />
                <span className="min-w-0">
                  <Link
                    dir="auto"
                    lang={langOf({ fallbacks }, 'title')}
                    to={path}
                    className="block leading-snug font-[650] outline-none after:absolute after:inset-0"
                  >
                    {name}
                  </Link>
                  <span className="mt-1 block text-[14.5px] text-ink-2 tabular-nums">{price}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
