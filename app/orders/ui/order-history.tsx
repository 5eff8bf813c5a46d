import { Moment } from '../../ui/moment.tsx';
import type { OrderView } from '../protocol/order-view.ts';
import { OrderFiles } from './order-files.tsx';
import { sayGround } from '../protocol/grounds.ts';
import { say, sayAny } from '../../platform/say.ts';
import { OrderSection } from './order-section.tsx';

const WHO = {
  buyer: 'Buyer',
  agent: 'Team',
  manager: 'Team',
  provider: 'Payment service',
  house: 'By itself',
} as const;

interface OrderHistoryProps {
  readonly order: OrderView;
  /** The path of the page. Files are served below it. */
  readonly basePath: string;
  readonly isDeliveryShown?: boolean;
}

export function OrderHistory({ order, basePath, isDeliveryShown = false }: OrderHistoryProps) {
  return (
    <>
      {order.brief && <Brief order={order} answers={order.brief} basePath={basePath} />}
      {!isDeliveryShown && <Deliveries order={order} basePath={basePath} />}
      {order.refund && <Refund refund={order.refund} basePath={basePath} />}
      <Events events={order.events} />
    </>
  );
}

interface BriefProps extends OrderHistoryProps {
  readonly answers: readonly string[];
}

function Brief({ order: { questions, briefFiles }, answers, basePath }: BriefProps) {
  return (
    <OrderSection id="order-brief" title={say('Brief')}>
      <dl className="mt-3 grid gap-3">
        {questions.map((question, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- questions are never moved
          <div key={index}>
            <dt dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {question}
            </dt>
            <dd dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              {answers[index]}
            </dd>
          </div>
        ))}
      </dl>
      <OrderFiles label={say('Files of the brief')} files={briefFiles} basePath={basePath} />
    </OrderSection>
  );
}

export function Deliveries({ order: { deliveries }, basePath }: OrderHistoryProps) {
  if (deliveries.length === 0) return null;
  return (
    <OrderSection id="order-deliveries" title={say('Delivered')}>
      <ul className="mt-3 grid gap-3">
        {deliveries.map(({ message, at, wasLate, files }, index) => (
          <li key={at} className="rounded-card bg-surface p-4 ring-1 ring-line">
            <p className="text-[14px] text-ink-3 first-letter:uppercase">
              <Moment at={at} />
              {wasLate && say(', late')}
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {message}
            </p>
            <OrderFiles
              label={say('What was delivered, {number}', { number: index + 1 })}
              files={files}
              basePath={basePath}
            />
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

const OUTCOMES = {
  refused: 'refund refused',
  part: 'A partial refund was agreed.',
  full: 'A full refund was agreed.',
} as const;

interface RefundProps {
  readonly refund: NonNullable<OrderView['refund']>;
  readonly basePath: string;
}

function Refund({ refund, basePath }: RefundProps) {
  return (
    <OrderSection id="order-refund" title={say('Refund')}>
      <p className="mt-3 font-semibold">{sayGround(refund.ground)}</p>
      {refund.explanation && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
          {refund.explanation}
        </p>
      )}
      <OrderFiles label={say('Files of this request')} files={refund.files} basePath={basePath} />
      {refund.outcome && (
        <p className="mt-3 font-semibold first-letter:uppercase">{say(OUTCOMES[refund.outcome])}</p>
      )}
      {refund.reply && (
        <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {refund.reply}
        </p>
      )}
      <OrderFiles
        label={say('Files of earlier requests')}
        files={refund.earlierFiles}
        basePath={basePath}
      />
    </OrderSection>
  );
}

function Events({ events }: Pick<OrderView, 'events'>) {
  return (
    <OrderSection id="order-history" title={say('History')}>
      <ol className="mt-3 grid gap-2.5">
        {events.map(({ number, event, at, actor, by, why }) => (
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
    </OrderSection>
  );
}
