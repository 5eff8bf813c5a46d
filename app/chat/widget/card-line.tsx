import type { OfferAnswerCard } from '../../orders/protocol/offer.ts';
import { offerOf, toldOf } from '../client/offer-cards.ts';
import { formatClock } from '../client/times.ts';
import { OfferMessage, OrderLink, type OfferMessageProps } from './offer-message.tsx';

interface CardLineProps extends Omit<OfferMessageProps, 'offer' | 'answer'> {
  readonly answers: ReadonlyMap<string, OfferAnswerCard>;
}

export default function CardLine({ answers, ...shown }: CardLineProps) {
  const { message, isConfirmed } = shown;
  const offer = offerOf(message);
  if (offer) return <OfferMessage {...shown} offer={offer} answer={answers.get(offer.offerId)} />;
  const order = toldOf(message)?.order;
  return (
    <p
      data-testid="message"
      className="chat-line py-1 text-center text-[14px] leading-[1.45] text-ink-2 [overflow-wrap:anywhere]"
    >
      <bdi>{message.text}</bdi>{' '}
      {order && isConfirmed && <OrderLink conversationId={message.conversationId} order={order} />}{' '}
      <time dateTime={message.createdAt} className="text-[13px] text-ink-3 tabular-nums">
        {formatClock(new Date(message.createdAt))}
      </time>
    </p>
  );
}
