import type { MessageView } from '../../conversation/wire/views.ts';
import type { OfferAnswerCard } from '../../orders/wire/offer.ts';
import { offerOf, toldOf } from '../offer-cards.ts';
import { formatClock } from '../times.ts';
import { OfferMessage, OrderLink } from './offer-message.tsx';
import type { VisitorChat } from './visitor-chat.ts';

interface CardLineProps {
  readonly message: MessageView;
  readonly answers: ReadonlyMap<string, OfferAnswerCard>;
  readonly chat: VisitorChat;
  readonly email: string | null;
  readonly isConfirmed: boolean;
  readonly onActed: () => void;
}

/** A message that is no text: an offer, or in one line what was answered or became of an order. */
export function CardLine({ message, answers, chat, email, isConfirmed, onActed }: CardLineProps) {
  const offer = offerOf(message);
  if (offer) {
    return (
      <OfferMessage
        message={message}
        offer={offer}
        answer={answers.get(offer.offerId)}
        chat={chat}
        email={email}
        isConfirmed={isConfirmed}
        onActed={onActed}
      />
    );
  }
  const order = toldOf(message)?.order;
  return (
    <p
      data-testid="message"
      className="chat-line py-1 text-center text-[14px] leading-[1.45] text-ink-2 [overflow-wrap:anywhere]"
    >
      {message.text}{' '}
      {order && isConfirmed && <OrderLink conversationId={message.conversationId} order={order} />}{' '}
      <time dateTime={message.createdAt} className="text-[13px] text-ink-3 tabular-nums">
        {formatClock(new Date(message.createdAt))}
      </time>
    </p>
  );
}
