import { Link } from 'react-router';
import { Stars } from '../../ui/stars.tsx';
import { t } from '../../i18n/translate.ts';

export interface ShownPraise {
  readonly id: string;
  readonly name: string;
  readonly rating: number;
  readonly text: string;
  readonly service: { readonly path: string; readonly title: string };
}

export function PraiseStrip({ praise }: { readonly praise: readonly ShownPraise[] }) {
  if (praise.length === 0) return null;
  return (
    <section aria-labelledby="praise-title" className="container-page pt-[72px] md:pt-28">
      <h2 id="praise-title" className="text-[clamp(30px,3.2vw,44px)] tracking-[-0.04em]">
        {t('What buyers say')}
      </h2>
      <p className="mt-2.5 text-[15px] text-ink-2">
        {t('The newest reviews with four or five stars.')}
      </p>
      <ul className="mt-6 grid gap-4 md:grid-cols-3 md:gap-5">
        {praise.map(({ id, name, rating, text, service }) => (
          <li key={id}>
            <figure className="flex h-full flex-col rounded-card bg-surface p-5 ring-1 ring-line md:p-6">
              <Stars rating={rating} />
              <blockquote
                dir="auto"
                className="mt-3 text-[17px] leading-[1.5] [overflow-wrap:anywhere]"
              >
                “{text}”
              </blockquote>
              <figcaption className="mt-auto pt-4 text-[14.5px] text-ink-2">
                <bdi>{name}</bdi> ·{' '}
                <Link
                  dir="auto"
                  to={service.path}
                  className="inline-block py-1 underline underline-offset-3"
                >
                  {service.title}
                </Link>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
