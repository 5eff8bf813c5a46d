import { getPackageLabel } from '../package-label.ts';
import { langOf } from '../../platform/lang-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatAmount } from '../price.ts';
import { formatDeliveryDays, formatRevisions } from '../format-terms.ts';
import type { ServicePackage, ShownService } from '../service.ts';
import { t } from '../../i18n/translate.ts';

type DetailedService = Pick<
  ShownService,
  'needs' | 'delivers' | 'packages' | 'options' | 'questions' | 'price' | 'title' | 'fallbacks'
>;

/** Parts that the operator left empty are not shown. */
export function ServiceDetails({ service }: { readonly service: DetailedService }) {
  const { needs, delivers, packages, options, questions, price } = service;
  return (
    <>
      {packages.length > 0 && (
        <Part id="packages" title={t('Packages')}>
          <ul className="mt-4 grid gap-3.5 lg:grid-cols-[repeat(auto-fit,minmax(180px,1fr))]">
            {packages.map((each) => (
              <Package
                key={each.name}
                offered={each}
                price={price}
                lang={langOf(service, `package.${each.name}`)}
              />
            ))}
          </ul>
        </Part>
      )}
      {options.length > 0 && (
        <Part id="options" title={t('Options')}>
          <ul className="list-card mt-4">
            {options.map((option) => (
              <Option key={option.id} option={option} fallbacks={service.fallbacks} />
            ))}
          </ul>
        </Part>
      )}
      {delivers !== '' && (
        <Part id="delivers" title={t('What you get')}>
          <Text lang={langOf(service, 'delivers')}>{delivers}</Text>
        </Part>
      )}
      {needs !== '' && (
        <Part id="needs" title={t('What we need from you')}>
          <Text lang={langOf(service, 'needs')}>{needs}</Text>
        </Part>
      )}
      {questions.length > 0 && (
        <Part id="questions" title={t('Questions and answers')}>
          <div className="list-card mt-4">
            {questions.map(({ question, answer }, index) => (
              <details key={question} className="group px-4">
                <summary className="flex min-h-14 cursor-pointer items-center gap-3 py-2 font-semibold [&::-webkit-details-marker]:hidden">
                  <span
                    dir="auto"
                    lang={langOf(service, `question.${index}`)}
                    className="min-w-0 flex-1 [overflow-wrap:anywhere]"
                  >
                    {question}
                  </span>
                  <Icon name="caret-down" size={18} className="text-ink-2 group-open:rotate-180" />
                </summary>
                <p
                  dir="auto"
                  lang={langOf(service, `answer.${index}`)}
                  className="max-w-[43em] pb-4 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
                >
                  {answer}
                </p>
              </details>
            ))}
          </div>
        </Part>
      )}
    </>
  );
}

function Part({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} className="mt-9 md:mt-12">
      <h2 dir="auto" id={`${id}-title`} className="text-[clamp(24px,2.6vw,30px)]">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Text({
  lang,
  children,
}: {
  readonly lang: string | undefined;
  readonly children: string;
}) {
  return (
    <p
      dir="auto"
      lang={lang}
      className="mt-3 max-w-[43em] text-[17px] leading-[1.6] whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
    >
      {children}
    </p>
  );
}

function Option({
  option: { id, title, description, terms },
  fallbacks,
}: {
  readonly option: ShownService['options'][number];
  readonly fallbacks: DetailedService['fallbacks'];
}) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        <p dir="auto" lang={langOf({ fallbacks }, `option.${id}`)} className="font-semibold">
          {title}
        </p>
        {description !== '' && (
          <p
            dir="auto"
            lang={langOf({ fallbacks }, `option.${id}.description`)}
            className="text-[15px] text-ink-2"
          >
            {description}
          </p>
        )}
      </div>
      <p className="text-[15px] text-ink-2 tabular-nums">{terms}</p>
    </li>
  );
}

function Package({
  offered,
  price: { currency, tax },
  lang,
}: {
  readonly offered: ServicePackage;
  readonly price: DetailedService['price'];
  readonly lang: string | undefined;
}) {
  const { name, amount, contents } = offered;
  const terms = [
    formatDeliveryDays(offered.deliveryDays),
    formatRevisions(offered.revisions),
  ].filter(Boolean);
  return (
    <li className="rounded-card bg-surface p-5 ring-1 ring-line">
      <h3 className="text-[19px] capitalize">{getPackageLabel(name)}</h3>
      <p className="mt-1 font-display text-[26px] font-bold tracking-[-0.03em] tabular-nums">
        {formatAmount({ amount, currency })}
      </p>
      {tax && (
        <p dir="auto" className="text-[14.5px] text-ink-2">
          {tax}
        </p>
      )}
      {terms.length > 0 && <p className="mt-1 text-[14.5px] text-ink-2">{terms.join(' · ')}</p>}
      <p
        dir="auto"
        lang={lang}
        className="mt-3 text-[15px] whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
      >
        {contents}
      </p>
    </li>
  );
}
