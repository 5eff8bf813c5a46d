import { useEffect, useEffectEvent, useState } from 'react';
import type { OfferQuote } from '../../../orders/protocol/offer.ts';
import { ApiError } from '../../../platform/api-client.ts';
import { inboxApi } from '../inbox-api.ts';
import { toQuoted, type OfferText } from './offer-drafts.ts';

const DELAY_MS = 350;

/**
 * Asks the server what the draft costs, a moment after each change. Without a connection the last quote stays; the
 * server computes the offer again when it is sent.
 */
export function useOfferQuote(
  conversationId: string,
  text: OfferText | undefined,
  onQuote: (quote: OfferQuote) => void,
): OfferQuote | undefined {
  const [quote, setQuote] = useState<OfferQuote>();
  const report = useEffectEvent(onQuote);
  const asked = text && JSON.stringify(toQuoted(text));
  useEffect(() => {
    if (asked === undefined) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = JSON.parse(asked) as ReturnType<typeof toQuoted>;
      inboxApi.post('/agentchat/conversations/:id/offers/quote', { id: conversationId }, body).then(
        (answer) => {
          if (abort.signal.aborted) return;
          setQuote(answer.quote);
          report(answer.quote);
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
        },
      );
    }, DELAY_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [conversationId, asked]);
  return quote;
}
