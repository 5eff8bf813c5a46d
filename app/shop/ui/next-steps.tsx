import type { ReactNode } from 'react';
import type { Service } from '../service.ts';
import { say, sayCounted } from '../../platform/say.ts';

interface NextStepsProps {
  readonly service: Pick<Service, 'deliveryDays' | 'revisions'>;
  readonly usual: ReactNode;
  readonly proof: ReactNode;
}

export function NextSteps({ service, usual, proof }: NextStepsProps) {
  const { deliveryDays, revisions } = service;
  const offered = say('Set in your offer');
  const steps: readonly (readonly [string, string, ReactNode])[] = [
    [say('You ask'), say('A person answers in the chat and gets to know what you need.'), usual],
    [
      say('You agree'),
      say(
        'You get an offer with price, date and rounds of changes. One press accepts it, then you pay.',
      ),
      null,
    ],
    [
      say('You receive'),
      say('The files come to a page of your own. Accept them there, or ask for changes.'),
      null,
    ],
  ];
  const facts = [
    [
      say('Delivery date'),
      deliveryDays === null
        ? offered
        : sayCounted(deliveryDays, '{count} day|{count} days after payment'),
    ],
    [say('Rounds of changes'), revisions === null ? offered : String(revisions)],
  ] as const;
  return (
    <section aria-labelledby="next-title" className="mt-9 md:mt-12">
      <h2 id="next-title" className="text-[clamp(24px,2.6vw,30px)]">
        {say('What happens next')}
      </h2>
      <ol className="mt-5 grid gap-3.5 lg:grid-cols-3">
        {steps.map(([title, text, more], index) => (
          <li
            key={title}
            className="flex gap-4 rounded-card bg-surface p-4 ring-1 ring-line lg:flex-col lg:gap-3 lg:p-5"
          >
            <span aria-hidden="true" className="step-number">
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 dir="auto" className="text-[18px]">
                {title}
              </h3>
              <p dir="auto" className="mt-1.5 text-[15px] leading-[1.5] text-ink-2">
                {text}
              </p>
              {more}
            </div>
          </li>
        ))}
      </ol>
      <dl className="mt-4 flex flex-wrap gap-x-9 gap-y-3 text-[15px]">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt dir="auto" className="text-ink-2">
              {name}
            </dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {proof}
    </section>
  );
}
