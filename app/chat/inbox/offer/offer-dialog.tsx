import { t } from '../../../i18n/translate.ts';
import { useEffect, useState, type SubmitEvent } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import { inboxApi } from '../inbox-api.ts';
import { CURRENCIES } from '../../../platform/currencies.ts';
import { COUPON_TYPED_LENGTH, type TaxedBuyerText } from '../../../orders/protocol/offer.ts';
import { readServiceCards, type CardOfService } from '../../protocol/service-cards.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import {
  keepOffer,
  savedOffer,
  toDraft,
  toText,
  withTerms,
  type OfferText,
} from './offer-drafts.ts';
import { OfferLines } from './offer-lines.tsx';
import { OfferTotal } from './offer-total.tsx';
import { PlanFields } from './plan-fields.tsx';
import { useOfferQuote } from './use-offer-quote.ts';

interface OfferDialogProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

interface Refusal {
  readonly message: string;
  readonly field: string | undefined;
}

const NOT_SENT = 'The offer was not sent. Please check your connection and try again.';

/** Keeps the typed values when the dialog is closed, refused or interrupted. */
export function OfferDialog({ conversationId, onClose }: OfferDialogProps) {
  const { ref, close, keepFocusInside } = useModal();
  const [text, setText] = useState(() => savedOffer(conversationId));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const services = useServices();
  useStart(conversationId, text === undefined, setText, setRefusal);
  useEffect(() => {
    if (refusal) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [ref, refusal]);

  function update(write: (before: OfferText) => OfferText) {
    setText((before) => {
      if (!before) return before;
      const changed = write(before);
      keepOffer(conversationId, changed);
      return changed;
    });
  }
  const change = (next: Partial<OfferText>) => {
    // A refusal is about what was sent, so it ends with the next change.
    if (refusal?.field !== undefined) setRefusal(null);
    update((before) => ({ ...before, ...next }));
  };
  const quote = useOfferQuote(conversationId, text, (found) =>
    update((before) => withTerms(before, found)),
  );

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || !text) return;
    setBusy(true);
    try {
      await inboxApi.post(
        '/agentchat/conversations/:id/offers',
        { id: conversationId },
        toDraft(text),
      );
      keepOffer(conversationId, undefined);
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ message: error.wasReached ? error.message : NOT_SENT, field: error.field });
    }
    setBusy(false);
  }

  const errorOf = (field: string) =>
    refusal?.field === field ? refusal.message : quote?.errors[field];
  return (
    <dialog
      ref={ref}
      aria-labelledby="offer-title"
      onClose={onClose}
      onKeyDown={keepFocusInside}
      className="m-auto max-h-[min(860px,calc(100dvh-32px))] w-[min(640px,calc(100vw-24px))] overflow-y-auto rounded-panel bg-surface p-5 text-ink shadow-overlay backdrop:bg-night/50 md:p-6"
    >
      <div className="flex items-center justify-between">
        <h2 id="offer-title" className="text-[22px]">
          {t('Make an offer')}
        </h2>
        <button type="button" className="icon-button" aria-label={t('Close')} onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      {!text && !refusal && (
        <Skeleton rows={4} height={56}>
          {t('Loading...')}
        </Skeleton>
      )}
      {text && (
        <form noValidate className="mt-4 grid gap-4" onSubmit={(event) => void send(event)}>
          <OfferLines
            conversationId={conversationId}
            lines={text.lines}
            services={services}
            errorOf={errorOf}
            onChange={(lines) => change({ lines })}
          />
          <OfferFields text={text} errorOf={errorOf} onChange={change} />
          <PlanFields
            plan={text.plan}
            quote={quote}
            errorOf={errorOf}
            onChange={(plan) => change({ plan })}
          />
          <OfferTotal quote={quote} />
          {refusal && <OfferRefusal refusal={refusal} />}
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" className="button button-line" onClick={close}>
              {t('Close')}
            </button>
            <button type="submit" aria-busy={isBusy} className="button button-primary">
              {t('Send offer')}
            </button>
          </div>
        </form>
      )}
      {!text && refusal && <OfferRefusal refusal={refusal} />}
    </dialog>
  );
}

function OfferRefusal({ refusal }: { readonly refusal: Refusal }) {
  return (
    <p role="alert" className="text-[14.5px] font-semibold text-error">
      {refusal.message}
    </p>
  );
}

interface OfferFieldsProps {
  readonly text: OfferText;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (change: Partial<OfferText>) => void;
}

function OfferFields({ text, errorOf, onChange }: OfferFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('Currency')}
          value={text.currency}
          error={errorOf('currency')}
          options={CURRENCIES.map((currency) => ({ value: currency, name: currency }))}
          onChange={(event) => onChange({ currency: event.target.value })}
        />
        {!text.plan && (
          <TextField
            label={t('Delivery in days')}
            inputMode="numeric"
            value={text.deliveryDays}
            error={errorOf('deliveryDays')}
            onChange={(event) =>
              onChange({ deliveryDays: event.target.value, isDeliveryTyped: true })
            }
          />
        )}
        <TextField
          label={t('Revisions')}
          inputMode="numeric"
          value={text.revisions}
          error={errorOf('revisions')}
          onChange={(event) => onChange({ revisions: event.target.value, isRevisionsTyped: true })}
        />
        <TextField
          label={t('Valid until')}
          type="date"
          value={text.validDay}
          hint={t('Until the end of that day, in the shop’s time zone.')}
          error={errorOf('validDay')}
          onChange={(event) => onChange({ validDay: event.target.value })}
        />
        <TextField
          label={t('Coupon code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={COUPON_TYPED_LENGTH}
          value={text.coupon}
          error={errorOf('coupon')}
          onChange={(event) => onChange({ coupon: event.target.value })}
        />
        {text.buyer && <BuyerFields buyer={text.buyer} errorOf={errorOf} onChange={onChange} />}
      </div>
      <TextAreaField
        label={t('What you need from the buyer')}
        rows={2}
        value={text.questions}
        hint={t(
          'One item per line. Work starts when the buyer has answered; leave this empty if you need nothing.',
        )}
        error={errorOf('questions')}
        onChange={(event) => onChange({ questions: event.target.value })}
      />
      <TextAreaField
        label={t('Note to the buyer')}
        rows={2}
        value={text.note}
        error={errorOf('note')}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </>
  );
}

/** The buyer's country and tax number decide the tax of the offer. */
function BuyerFields({
  buyer,
  errorOf,
  onChange,
}: Pick<OfferFieldsProps, 'errorOf' | 'onChange'> & { readonly buyer: TaxedBuyerText }) {
  return (
    <>
      <TextField
        label={t("Buyer's country")}
        hint={t('Two letters, such as DE.')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={2}
        value={buyer.country}
        error={errorOf('country')}
        onChange={(event) => onChange({ buyer: { ...buyer, country: event.target.value } })}
      />
      <TextField
        label={t("Buyer's tax number")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={buyer.taxNumber}
        error={errorOf('taxNumber')}
        onChange={(event) => onChange({ buyer: { ...buyer, taxNumber: event.target.value } })}
      />
    </>
  );
}

function useStart(
  conversationId: string,
  isNeeded: boolean,
  onStart: (text: OfferText) => void,
  onFail: (refusal: Refusal) => void,
) {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const abort = new AbortController();
    const asking = { signal: abort.signal };
    inboxApi.get('/agentchat/conversations/:id/offers', { id: conversationId }, asking).then(
      ({ start }) => onStart(toText(start)),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        onFail({ message: error.message, field: undefined });
      },
    );
    return () => abort.abort();
  }, [conversationId, isNeeded, onStart, onFail]);
}

function useServices(): readonly CardOfService[] {
  const [services, setServices] = useState<readonly CardOfService[]>([]);
  useEffect(() => {
    // Without the services every line is free text.
    readServiceCards().then(
      (cards) => setServices(cards.services),
      () => {},
    );
  }, []);
  return services;
}
