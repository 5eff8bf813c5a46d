import type { OfferAnswerCard, OfferCard as Offer } from '../../orders/protocol/offer.ts';
import { offerOf, toldOf, stateOf } from '../client/offer-cards.ts';
import { formatClock } from '../../platform/formats.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageView } from '../protocol/views.ts';
import { formatMoney } from '../../orders/protocol/money.ts';
import { getJson } from '../../platform/api-client.ts';
import { OfferCard } from '../client/offer-card.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { FieldProblem } from './field-problem.tsx';
import type { VisitorChat } from './visitor-chat.ts';
import type { OwnCredit } from './your-orders.tsx';
import { t, msg } from '../../i18n/translate.ts';
import { localPath } from '../../platform/local-path.ts';

interface OfferMessageProps {
  readonly message: MessageView;
  readonly offer: Offer;
  readonly answer: OfferAnswerCard | undefined;
  readonly chat: VisitorChat;
  readonly email: string | null;
  readonly isConfirmed: boolean;
  readonly onActed: () => void;
}

const SAID = {
  declined: msg('You declined this offer.'),
  withdrawn: msg('This offer was withdrawn.'),
  expired: msg('This offer is no longer valid. Ask for a new one.'),
} as const;

interface CardLineProps extends Omit<OfferMessageProps, 'offer' | 'answer'> {
  readonly answers: ReadonlyMap<string, OfferAnswerCard>;
}

export default function CardLine({ answers, ...shown }: CardLineProps) {
  const { message, isConfirmed } = shown;
  const offer = offerOf(message);
  if (offer) return <OfferMessage {...shown} offer={offer} answer={answers.get(offer.offerId)} />;
  const { order, proof } = toldOf(message) ?? {};
  return (
    <p
      data-testid="message"
      className="chat-line py-1 text-center text-[14px] leading-[1.45] text-ink-2 [overflow-wrap:anywhere]"
    >
      <bdi className="whitespace-pre-line">{message.text}</bdi>{' '}
      {order && isConfirmed && (
        <OrderLink conversationId={message.conversationId} order={order} proof={proof} />
      )}{' '}
      <time dateTime={message.createdAt} className="text-[13px] text-ink-3 tabular-nums">
        {formatClock(new Date(message.createdAt))}
      </time>
    </p>
  );
}

/** Shows an offer to this visitor. A message with a question leaves the offer open. */
function OfferMessage(props: OfferMessageProps) {
  const { message, offer, answer } = props;
  return (
    <div data-testid="message">
      <span className="sr-only">{t('{name}:', { name: message.agentName ?? t('Agent') })} </span>
      <OfferCard offer={offer}>
        <OfferStatus {...props} state={stateOf(offer, answer, new Date())} />
      </OfferCard>
    </div>
  );
}

function OfferStatus(props: OfferMessageProps & { readonly state: ReturnType<typeof stateOf> }) {
  const { state, answer, message } = props;
  if (state === 'open') return <Choice {...props} />;
  return (
    <p className="mt-3 text-[14px] font-semibold" role="status">
      {state === 'accepted' ? (
        <>
          {t('You accepted this offer.')}{' '}
          {answer?.order && (
            <OrderLink conversationId={message.conversationId} order={answer.order} />
          )}
        </>
      ) : (
        t(SAID[state])
      )}
    </p>
  );
}

/** Links to the order through an endpoint that checks this browser's access. */
function OrderLink({
  conversationId,
  order,
  proof,
}: {
  conversationId: string;
  order: string;
  proof?: string | undefined;
}) {
  return (
    <a
      className="link"
      href={localPath(
        `/chat/conversations/${conversationId}/orders/${order}${proof === undefined ? '' : `?proof=${proof}`}`,
      )}
    >
      {proof === undefined ? t('Open order {number}', { number: order }) : t('Open comments')}
    </a>
  );
}

function Choice({
  message: { conversationId },
  offer,
  chat,
  email,
  isConfirmed,
  onActed,
}: OfferMessageProps) {
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

  // Completes the acceptance that the visitor started before the address was confirmed.
  const goOn = useEffectEvent(() => void send('accepted'));
  useEffect(() => {
    if (!isAsking || !isConfirmed) return;
    setAsking(false);
    goOn();
  }, [isAsking, isConfirmed]);

  return (
    <>
      {isConfirmed && <CreditLine conversationId={conversationId} offer={offer} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          aria-busy={isBusy}
          className="button button-primary button-small"
          onClick={() => void send('accepted')}
        >
          {t('Accept offer')}
        </button>
        <button
          type="button"
          aria-busy={isBusy}
          className="button button-line button-small"
          onClick={() => void send('declined')}
        >
          {t('Decline')}
        </button>
      </div>
      {problem && <FieldProblem id={`offer-${offer.offerId}`}>{problem}</FieldProblem>}
      {isAsking && !isConfirmed && (
        <div className="mt-3">
          <p className="text-[14px] text-ink-2">
            {t(
              'We send the order and its documents to your email address, so confirm it first. The offer is accepted as soon as you do.',
            )}
          </p>
          <ConfirmAddress chat={chat} email={email} isConfirmed={false} onActed={onActed} />
        </div>
      )}
    </>
  );
}

/** Shows the credit of this email address. Accepting the offer spends the oldest credit first. */
function CreditLine({ conversationId, offer }: { conversationId: string; offer: Offer }) {
  const [amount, setAmount] = useState(0);
  const { currency } = offer;
  // Credit pays for the first milestone only.
  const first = offer.plan?.milestones[0]?.amount ?? offer.amount;
  useEffect(() => {
    const abort = new AbortController();
    const path = `/chat/conversations/${conversationId}/orders`;
    getJson<{ credit: OwnCredit[] }>(path, abort.signal).then(
      ({ credit }) => setAmount(credit.find((one) => one.currency === currency)?.amount ?? 0),
      // The credit is spent anyway, and the order shows it.
      () => {},
    );
    return () => abort.abort();
  }, [conversationId, currency]);
  if (amount === 0) return null;
  return (
    <p className="mt-3 text-[14px]">
      {t(
        Math.min(amount, first) < offer.amount
          ? 'When you accept, your credit of {amount} covers part of the price.'
          : 'When you accept, your credit of {amount} covers the full price.',
        { amount: formatMoney(Math.min(amount, first), currency) },
      )}
    </p>
  );
}
