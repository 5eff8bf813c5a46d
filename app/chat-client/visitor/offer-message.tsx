import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageView } from '../../conversation/wire/views.ts';
import type { OfferAnswerCard, OfferCard as Offer } from '../../orders/wire/offer.ts';
import { stateOf } from '../offer-cards.ts';
import { OfferCard } from '../offer-card.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { FieldProblem } from './field-problem.tsx';
import type { VisitorChat } from './visitor-chat.ts';

interface OfferMessageProps {
  readonly message: MessageView;
  readonly offer: Offer;
  readonly answer: OfferAnswerCard | undefined;
  readonly chat: VisitorChat;
  readonly email: string | null;
  readonly isConfirmed: boolean;
  readonly onActed: () => void;
}

/** An offer to this visitor. Questions about it are just written: they leave it open. */
export function OfferMessage(props: OfferMessageProps) {
  const { message, offer, answer } = props;
  return (
    <div data-testid="message">
      <span className="sr-only">{message.agentName ?? 'Agent'}: </span>
      <OfferCard offer={offer}>
        <Standing {...props} state={stateOf(offer, answer, new Date())} />
      </OfferCard>
    </div>
  );
}

const SAID = {
  declined: 'You declined this offer.',
  withdrawn: 'This offer was withdrawn.',
  expired: 'This offer is no longer valid. Ask for a new one.',
} as const;

function Standing(props: OfferMessageProps & { readonly state: ReturnType<typeof stateOf> }) {
  const { state, answer, message } = props;
  if (state === 'open') return <Choice {...props} />;
  return (
    <p className="mt-3 text-[14px] font-semibold" role="status">
      {state === 'accepted' ? (
        <>
          You accepted this offer.{' '}
          {answer?.order && (
            <OrderLink conversationId={message.conversationId} order={answer.order} />
          )}
        </>
      ) : (
        SAID[state]
      )}
    </p>
  );
}

/** To the order's page, past a door that asks whose browser this is. */
export function OrderLink({ conversationId, order }: { conversationId: string; order: string }) {
  return (
    <a className="link" href={`/chat/conversations/${conversationId}/orders/${order}`}>
      Open order {order}
    </a>
  );
}

function Choice({ offer, chat, email, isConfirmed, onActed }: OfferMessageProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function send(answer: 'accepted' | 'declined') {
    if (isBusy) return;
    if (answer === 'accepted' && !isConfirmed) return setAsking(true);
    setBusy(true);
    const failed = await chat.answerOffer(offer.offerId, answer);
    setBusy(false);
    setProblem(failed);
    if (failed === null) onActed();
  }

  // What they pressed before the address was asked for.
  const goOn = useEffectEvent(() => void send('accepted'));
  useEffect(() => {
    if (!isAsking || !isConfirmed) return;
    setAsking(false);
    goOn();
  }, [isAsking, isConfirmed]);

  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          aria-busy={isBusy}
          className="button button-primary button-small"
          onClick={() => void send('accepted')}
        >
          Accept offer
        </button>
        <button
          type="button"
          aria-busy={isBusy}
          className="button button-line button-small"
          onClick={() => void send('declined')}
        >
          Decline
        </button>
      </div>
      {problem && <FieldProblem id={`offer-${offer.offerId}`}>{problem}</FieldProblem>}
      {isAsking && !isConfirmed && (
        <div className="mt-3">
          <p className="text-[14px] text-ink-2">
            The order and its papers are sent to your address, so please confirm it first. The offer
            is accepted as soon as you have.
          </p>
          <ConfirmAddress chat={chat} email={email} isConfirmed={false} onActed={onActed} />
        </div>
      )}
    </>
  );
}
