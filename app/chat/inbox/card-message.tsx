import { t, msg } from '../../i18n/translate.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DeskMember, MessageView } from '../protocol/views.ts';
import type { OfferAnswerCard, OfferCard as Offer } from '../../orders/protocol/offer.ts';
import { ApiError } from '../../platform/api-client.ts';
import { inboxApi } from './inbox-api.ts';
import { offerOf, stateOf, toldOf } from '../client/offer-cards.ts';
import { OfferCard } from '../client/offer-card.tsx';
import { formatClock } from '../../platform/formats.ts';

interface CardMessageProps {
  readonly member: DeskMember;
  readonly message: MessageView;
  readonly answers: ReadonlyMap<string, OfferAnswerCard>;
  /** A search result links to this message. */
  readonly isTarget: boolean;
}

export function CardMessage({ member, message, answers, isTarget }: CardMessageProps) {
  const offer = offerOf(message);
  const time = <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt))}</time>;
  const target = isTarget ? 'outline-3 -outline-offset-3 outline-sun' : '';
  if (offer) {
    const answer = answers.get(offer.offerId);
    return (
      <div
        data-testid="message"
        data-target={isTarget || undefined}
        className={`mt-2.5 flex flex-col items-end ${target}`}
      >
        <OfferCard offer={offer}>
          <OfferStatus member={member} message={message} offer={offer} answer={answer} />
        </OfferCard>
        <p className="mt-1 px-1 pb-1.5 text-[13px] text-ink-3 tabular-nums">
          {message.agentId !== member.id && `${message.agentName ?? t('Former colleague')} • `}
          {time}
        </p>
      </div>
    );
  }
  const { order, proof } = toldOf(message) ?? {};
  return (
    <p
      data-testid="message"
      data-target={isTarget || undefined}
      className={`my-3 flex flex-wrap justify-center gap-x-1.5 text-center text-[14px] text-ink-2 [overflow-wrap:anywhere] ${target}`}
    >
      <bdi className="whitespace-pre-line">{message.text}</bdi>
      {order && (
        <Link
          className="link whitespace-nowrap"
          to={`/team/orders/${order}${proof === undefined ? '' : `/proof/${proof}`}`}
        >
          {proof === undefined ? t('Open order {order}', { order }) : t('Open comments')}
        </Link>
      )}
      <span className="text-[13px] text-ink-3 tabular-nums">{time}</span>
    </p>
  );
}

interface OfferStatusProps extends Pick<CardMessageProps, 'member' | 'message'> {
  readonly offer: Offer;
  readonly answer: OfferAnswerCard | undefined;
}

const SAID = {
  declined: msg('Declined.'),
  withdrawn: msg('Withdrawn.'),
  expired: msg('Expired.'),
} as const;

function OfferStatus({ member, message, offer, answer }: OfferStatusProps) {
  const state = stateOf(offer, answer, new Date());
  if (state === 'open') {
    const mayWithdraw = message.agentId === member.id || member.managesOrders;
    return mayWithdraw ? (
      <Withdraw message={message} offerId={offer.offerId} />
    ) : (
      <p className="mt-3 text-[14px] text-ink-2">{t('Waiting for the visitor.')}</p>
    );
  }
  return (
    <p className="mt-3 text-[14px] font-semibold">
      {state === 'accepted' ? t('Accepted.') : t(SAID[state])}{' '}
      {answer?.order && (
        <Link className="link" to={`/team/orders/${answer.order}`}>
          {t('Open order {order}', { order: answer.order })}
        </Link>
      )}
    </p>
  );
}

function Withdraw({ message, offerId }: { message: MessageView; offerId: string }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function withdraw() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { conversationId } = message;
      await inboxApi.post(
        '/agentchat/conversations/:id/offers/:offer/withdrawn',
        { id: conversationId, offer: offerId },
        {},
      );
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.wasReached ? error.message : t(NOT_WITHDRAWN));
    }
    setBusy(false);
  }

  return (
    <div className="mt-3">
      <button
        type="button"
        aria-busy={isBusy}
        className="button button-line button-small"
        onClick={() => void withdraw()}
      >
        {t('Withdraw')}
      </button>
      {problem && (
        <p role="alert" className="mt-2 text-[13.5px] text-error">
          {problem}
        </p>
      )}
    </div>
  );
}

const NOT_WITHDRAWN = msg("Couldn't withdraw the offer. Check your connection and try again.");
