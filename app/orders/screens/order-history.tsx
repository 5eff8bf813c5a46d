import { Moment } from '../../ui/moment.tsx';
import type { OrderView } from '../order/order-view.ts';
import { OrderFiles } from './order-files.tsx';
import { sayGround } from '../refund/grounds.ts';
import { say, sayAny } from '../../platform/say.ts';

const WHO = {
  buyer: 'Buyer',
  agent: 'Team',
  manager: 'Team',
  provider: 'Payment service',
  house: 'By itself',
} as const;

interface OrderHistoryProps {
  readonly order: OrderView;
  /** Of the page: below it files are opened. */
  readonly basePath: string;
}

/** The brief, what was delivered, what was asked back, and everything that happened. */
export function OrderHistory({ order, basePath }: OrderHistoryProps) {
  return (
    <>
      {order.brief && <Brief order={order} answers={order.brief} basePath={basePath} />}
      {order.deliveries.length > 0 && (
        <section aria-labelledby="order-deliveries" className="mt-8">
          <h2 id="order-deliveries" className="text-[22px]">
            {say('Delivered')}
          </h2>
          <ul className="mt-3 grid gap-3">
            {order.deliveries.map(({ message, at, wasLate, files }, index) => (
              <li key={at} className="rounded-card bg-surface p-4 ring-1 ring-line">
                <p className="text-[14px] text-ink-3 first-letter:uppercase">
                  <Moment at={at} />
                  {wasLate && say(', late')}
                </p>
                <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>
                <OrderFiles
                  label={say('What was delivered, {number}', { number: index + 1 })}
                  files={files}
                  basePath={basePath}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {order.refund && (
        <section aria-labelledby="order-refund" className="mt-8">
          <h2 id="order-refund" className="text-[22px]">
            {say('Refund')}
          </h2>
          <p className="mt-3 font-semibold">{sayGround(order.refund.ground)}</p>
          {order.refund.explanation && (
            <p className="mt-1 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {order.refund.explanation}
            </p>
          )}
          <OrderFiles
            label={say('Files of this request')}
            files={order.refund.files}
            basePath={basePath}
          />
          {order.refund.outcome && (
            <p className="mt-3 font-semibold first-letter:uppercase">
              {say(OUTCOMES[order.refund.outcome])}
            </p>
          )}
          {order.refund.reply && (
            <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {order.refund.reply}
            </p>
          )}
          <OrderFiles
            label={say('Files of earlier requests')}
            files={order.refund.earlierFiles}
            basePath={basePath}
          />
        </section>
      )}
      <section aria-labelledby="order-history" className="mt-8">
        <h2 id="order-history" className="text-[22px]">
          {say('History')}
        </h2>
        <ol className="mt-3 grid gap-2.5">
          {order.events.map(({ number, event, at, actor, by, why }) => (
            <li key={number} className="flex flex-wrap gap-x-3 text-[15px]">
              <span className="w-7 text-ink-3 tabular-nums">{number}</span>
              <div className="min-w-0 flex-1 basis-60">
                <p>
                  <span className="font-semibold">{sayAny(event)}</span>
                  <span className="text-ink-2"> · {by ?? say(WHO[actor])}</span>
                </p>
                {why && (
                  <p className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
                    {sayAny(why)}
                  </p>
                )}
              </div>
              <span className="text-[14px] text-ink-3 first-letter:uppercase max-md:basis-full max-md:ps-10">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

const OUTCOMES = {
  refused: 'refund refused',
  part: 'Refunded in part.',
  full: 'Refunded in full.',
} as const;

interface BriefProps extends OrderHistoryProps {
  readonly answers: readonly string[];
}

function Brief({ order: { questions, briefFiles }, answers, basePath }: BriefProps) {
  return (
    <section aria-labelledby="order-brief" className="mt-8">
      <h2 id="order-brief" className="text-[22px]">
        {say('Brief')}
      </h2>
      <dl className="mt-3 grid gap-3">
        {questions.map((question, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- questions are never moved
          <div key={index}>
            <dt className="font-semibold [overflow-wrap:anywhere]">{question}</dt>
            <dd className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {answers[index]}
            </dd>
          </div>
        ))}
      </dl>
      <OrderFiles label={say('Files of the brief')} files={briefFiles} basePath={basePath} />
    </section>
  );
}
