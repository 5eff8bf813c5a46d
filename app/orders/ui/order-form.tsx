import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useHref, useNavigation } from 'react-router';
import { getPackageLabel } from '../../shop/package-label.ts';
import { describeQuantityLabel, describeQuantityRule } from '../../shop/quantity-label.ts';
import { formatOptionDays, formatOptionPrice } from '../../shop/format-option.ts';
import { formatAmount } from '../../shop/price.ts';
import { formatDeliveryDays, formatRevisions } from '../../shop/format-terms.ts';
import { langOf } from '../../platform/lang-of.ts';
import { EMAIL_MAX_LENGTH } from '../../platform/email.ts';
import { VISITOR_NAME_MAX_LENGTH } from '../../chat/protocol/rules.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FieldMessage, SelectField, TextField } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { isComposing } from '../../ui/is-composing.ts';
import { t } from '../../i18n/translate.ts';
import { formatMoney } from '../protocol/money.ts';
import { BILLING_ADDRESS_FIELD, BILLING_NAME_FIELD } from '../protocol/billing-details.ts';
import { COUPON_TYPED_LENGTH, formatTerms } from '../protocol/offer.ts';
import {
  COMPANY_FIELD,
  COUNTRY_FIELD,
  COUPON_FIELD,
  optionField,
  TAX_NUMBER_FIELD,
  type QuoteView,
  type TypedForm,
} from '../protocol/order-form.ts';
import { holdWhileSending, uploadsOf } from './add-files.tsx';
import { BillingFields } from './billing-fields.tsx';
import { IntakeFields } from './intake-fields.tsx';
import './order-form.css';
import type { FormReply, OrderedService, OrderFormProps } from './order-form-props.ts';
import { PURCHASE_FIELD, type PurchaseKind } from '../pricing/direct-order.ts';
import { useProof } from './use-proof.ts';
import { useOrderForm } from './use-order-form.ts';

/** Longer than any number, with the separators that people type. */
const TAX_NUMBER_TYPED_LENGTH = 40;

/** One form for everything: without JavaScript, buttons update the total and place the order. */
export function OrderForm(props: OrderFormProps) {
  const { formKey, service, quantity, quantityLabel, intake, adding, known, companies, countries } =
    props;
  const { form, answer, quote, errors, waitForQuote, onInput, onBlur, applyCoupon } =
    useOrderForm(props);
  const proofField = useRef<HTMLInputElement>(null);
  const beginProof = useProof(proofField, props.answer);
  const [hasScripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  // The form keeps its place for every answer, and the router applies this to the order's page as well.
  useLayoutEffect(() => () => window.scrollTo({ top: 0, behavior: 'instant' }), []);
  const typed: TypedForm = { ...known, ...props.typed, ...answer?.typed };
  const errorAt = (field: string) => errors[field];
  const codeSentTo = answer?.codeSentTo || props.codeSentTo;
  if (answer?.pay) return <ContinueToPayment {...answer.pay} />;
  return (
    <ActionForm
      ref={form}
      className="order-form mt-6"
      // Without JavaScript the form contains the files.
      {...(adding && !hasScripts
        ? { action: `?for=${formKey}`, encType: 'multipart/form-data' as const }
        : {})}
      waitFor={() => allOf(waitForQuote(), beginProof(), uploadsOf(form.current))}
      onSubmit={holdWhileSending}
      onInput={(event) => {
        void beginProof();
        onInput(event);
      }}
      onBlur={onBlur}
      preventScrollReset
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="seen" value={quote?.seen ?? ''} />
      <input type="hidden" name="codeSentTo" value={codeSentTo ?? ''} />
      {/* Without a default value, which React would restore with every update. */}
      <input ref={proofField} type="hidden" name="captcha" />
      {/* Enter places the order, although the button to update the total comes first. */}
      <button
        type="submit"
        name="intent"
        value="place"
        tabIndex={-1}
        aria-hidden
        className="sr-only"
      >
        {t('Place order')}
      </button>
      {/* The bar sticks to the window as long as the form is there, so it is no row of the grid. */}
      <div className="grid gap-6">
        <Part title={t('Your choice')} text={props.taxNote || undefined}>
          <PurchaseField kinds={props.purchaseKinds} typed={typed} included={props.included} />
          {service.packages.length > 0 && (
            <PackageField
              service={service}
              typed={typed}
              error={errorAt('package')}
              taxNote={props.taxNote}
            />
          )}
          <TextField
            name="quantity"
            label={describeQuantityLabel(quantityLabel)}
            hint={describeQuantityRule(quantity)}
            error={errorAt('quantity')}
            defaultValue={typed.quantity ?? ''}
            inputMode="numeric"
            autoComplete="off"
          />
          {service.options.map((option) => (
            <OptionField
              key={option.id}
              option={option}
              service={service}
              typed={typed}
              error={errorAt(optionField(option.id))}
            />
          ))}
          <noscript>
            <button type="submit" name="intent" value="update" className="button button-line">
              {t('Update total')}
            </button>
          </noscript>
        </Part>
        {intake.length > 0 && (
          <Part
            title={t('What we need to start')}
            text={t(
              'You can also answer later, on the page of your order. Work starts after that.',
            )}
          >
            <IntakeFields
              form={intake}
              typed={typed}
              errorAt={errorAt}
              fallbacks={service.fallbacks}
              adding={
                adding && {
                  address: `/order-forms/${formKey}/files`,
                  limits: adding.limits,
                  waiting: adding.waiting,
                  answer: toFileAnswer(answer, errorAt('files')),
                  isPlainForm: true,
                }
              }
            />
          </Part>
        )}
        <Part title={t('About you')}>
          {companies.length > 0 && (
            <SelectField
              name={COMPANY_FIELD}
              label={t('Order for')}
              error={errorAt(COMPANY_FIELD)}
              hint={t('An order for a company has the billing details of the company.')}
              defaultValue={typed[COMPANY_FIELD] ?? ''}
              options={[
                { value: '', name: t('Myself') },
                ...companies.map(({ id, name }) => ({ value: id, name })),
              ]}
            />
          )}
          <TextField
            name="name"
            label={t('Name')}
            error={errorAt('name')}
            defaultValue={typed.name ?? ''}
            autoComplete="name"
            maxLength={VISITOR_NAME_MAX_LENGTH}
          />
          <TextField
            name="email"
            label={t('Email address')}
            hint={t('The order and its documents are sent there.')}
            error={errorAt('email')}
            defaultValue={typed.email ?? ''}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX_LENGTH}
          />
          {countries && (
            <>
              <SelectField
                name={COUNTRY_FIELD}
                label={t('Country')}
                error={errorAt(COUNTRY_FIELD)}
                defaultValue={typed[COUNTRY_FIELD] ?? ''}
                autoComplete="country"
                options={countries}
              />
              <TextField
                name={TAX_NUMBER_FIELD}
                label={t('Tax number')}
                hint={t('Only for businesses, such as a VAT number.')}
                error={errorAt(TAX_NUMBER_FIELD)}
                defaultValue={typed[TAX_NUMBER_FIELD] ?? ''}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={TAX_NUMBER_TYPED_LENGTH}
              />
            </>
          )}
          <details open={isBillingShown(typed, errorAt)}>
            <summary className="link opener">{t('Billing details for the invoice')}</summary>
            <div className="mt-2 grid gap-5">
              <BillingFields typed={typed} errorAt={errorAt} />
            </div>
          </details>
        </Part>
        <CouponField typed={typed} error={errorAt(COUPON_FIELD)} onApply={applyCoupon} />
        <Summary quote={quote} error={errorAt('total')} />
        {codeSentTo && (
          <CodeField
            key={codeSentTo}
            email={codeSentTo}
            isAnswer={answer?.codeSentTo === codeSentTo}
            error={errorAt('code')}
          />
        )}
        {(answer?.differences ?? []).length > 0 && (
          <Changed differences={answer?.differences ?? []} />
        )}
        {answer && answer.message !== '' && <Notice kind="error">{answer.message}</Notice>}
      </div>
      <Total quote={quote} />
    </ActionForm>
  );
}

/** Opens the fields that are filled in or wrong. */
function isBillingShown(typed: TypedForm, errorAt: (field: string) => string | undefined): boolean {
  return [BILLING_NAME_FIELD, BILLING_ADDRESS_FIELD].some(
    (field) => (typed[field] ?? '') !== '' || errorAt(field) !== undefined,
  );
}

function allOf(...work: readonly (Promise<unknown> | undefined)[]): Promise<unknown> | undefined {
  const pending = work.filter((each) => each !== undefined);
  return pending.length > 0 ? Promise.all(pending) : undefined;
}

function toFileAnswer(answer: FormReply | undefined, error: string | undefined) {
  const { typed = {} } = answer ?? {};
  if (!answer && error === undefined) return undefined;
  const field = error === undefined ? undefined : 'files';
  return { intent: '', isDone: false, message: error ?? '', field, typed };
}

function Part({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
      <div>
        <h2 dir="auto" className="text-[22px]">
          {title}
        </h2>
        {text !== undefined && (
          <p dir="auto" className="mt-1 text-[15px] text-ink-2">
            {text}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

interface ChosenFieldProps {
  readonly service: OrderedService;
  readonly typed: TypedForm;
  readonly error: string | undefined;
}

function PackageField({
  service,
  typed,
  error,
  taxNote,
}: ChosenFieldProps & { readonly taxNote: string | undefined }) {
  const { packages, price } = service;
  return (
    <fieldset aria-describedby="package-message">
      <legend className="mb-1 text-[15px] font-semibold">{t('Package')}</legend>
      <div className="grid gap-2">
        {packages.map(({ name, amount, deliveryDays, revisions, contents }) => (
          <label
            key={name}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr_auto] gap-x-3 rounded-card p-3 ring-1 ring-line has-checked:ring-2 has-checked:ring-primary"
          >
            <input
              type="radio"
              name="package"
              value={name}
              defaultChecked={typed.package === name}
              className="mt-1 size-5 accent-primary"
            />
            <span className="font-semibold capitalize">{getPackageLabel(name)}</span>
            <span className="font-semibold tabular-nums">
              {formatAmount({ amount, currency: price.currency })}
            </span>
            {taxNote && (
              <span dir="auto" className="col-start-2 col-end-4 text-[14.5px] text-ink-2">
                {taxNote}
              </span>
            )}
            <span className="col-start-2 col-end-4 text-[14.5px] text-ink-2">
              {[formatDeliveryDays(deliveryDays), formatRevisions(revisions)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span
              dir="auto"
              lang={langOf(service, `package.${name}`)}
              className="col-start-2 col-end-4 text-[14.5px] whitespace-pre-wrap text-ink-2"
            >
              {contents}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id="package-message" error={error} />
    </fieldset>
  );
}

function OptionField({
  option: { id, title, description, price, days, maximum },
  service,
  typed,
  error,
}: ChosenFieldProps & { readonly option: OrderedService['options'][number] }) {
  const name = optionField(id);
  const messageId = `${name}-message`;
  const terms = [formatOptionPrice(price, service.price.currency), formatOptionDays(days)]
    .filter(Boolean)
    .join(' · ');
  const words = (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span dir="auto" lang={langOf(service, `option.${id}`)} className="font-semibold">
          {title}
        </span>
        <span className="text-ink-2 tabular-nums">{terms}</span>
      </span>
      {description !== '' && (
        <span
          dir="auto"
          lang={langOf(service, `option.${id}.description`)}
          className="block text-[14.5px] text-ink-2"
        >
          {description}
        </span>
      )}
    </span>
  );
  const control = {
    name,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : messageId,
  } as const;
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3">
        {maximum === 1 ? (
          <input
            {...control}
            type="checkbox"
            value="1"
            defaultChecked={(typed[name] ?? '') !== ''}
            className="mt-1 size-5 shrink-0 accent-primary"
          />
        ) : (
          <input
            {...control}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            defaultValue={typed[name] ?? ''}
            className="field w-16! shrink-0 px-2! text-center"
          />
        )}
        {words}
      </label>
      <FieldMessage id={messageId} error={error} />
    </div>
  );
}

interface CouponFieldProps extends Pick<ChosenFieldProps, 'typed' | 'error'> {
  readonly onApply: () => Promise<void>;
}

/**
 * Without JavaScript the button sends the form. With it, only a quote is asked for, and a press on 'Place order' waits
 * for that.
 */
function CouponField({ typed, error, onApply }: CouponFieldProps) {
  const [isApplying, setApplying] = useState(false);
  async function apply(event: React.SyntheticEvent) {
    event.preventDefault();
    setApplying(true);
    await onApply().finally(() => setApplying(false));
  }
  return (
    <section className="flex flex-wrap items-start gap-3 rounded-card bg-surface p-5 ring-1 ring-line">
      <div className="min-w-52 flex-1">
        <TextField
          name={COUPON_FIELD}
          label={t('Coupon code')}
          error={error}
          defaultValue={typed[COUPON_FIELD] ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={COUPON_TYPED_LENGTH}
          // Enter would place the order.
          onKeyDown={(event) => {
            if (!isComposing(event) && event.key === 'Enter') void apply(event);
          }}
        />
      </div>
      <button
        type="submit"
        name="intent"
        value="update"
        className="button button-line sm:mt-[30px]"
        aria-busy={isApplying}
        onClick={(event) => void apply(event)}
      >
        {isApplying && <Icon name="spinner-gap" size={20} className="animate-spin" />}
        {t('Apply coupon')}
      </button>
    </section>
  );
}

function Summary({
  quote,
  error,
}: {
  readonly quote: QuoteView | null;
  readonly error: string | undefined;
}) {
  if (!quote && error === undefined) return null;
  return (
    <Part title={t('Your order')}>
      <div>
        {quote && (
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
            {quote.rows.map(({ label, amount }) => (
              <div key={label} className="contents">
                <dt className="min-w-0 [overflow-wrap:anywhere]">
                  <bdi>{label}</bdi>
                </dt>
                <dd className="text-end tabular-nums">{formatMoney(amount, quote.currency)}</dd>
              </div>
            ))}
          </dl>
        )}
        {quote?.later && <p className="mt-3 font-semibold">{quote.later}</p>}
        {quote?.total === 0 && <p className="mt-3 font-semibold">{t('Nothing to pay')}</p>}
        {quote && <p className="mt-3 text-[15px] text-ink-2">{formatTerms(quote)}</p>}
        <FieldMessage id="total-message" error={error} />
      </div>
    </Part>
  );
}

/** Total and button stay visible while the form is filled in. */
function Total({ quote }: { readonly quote: QuoteView | null }) {
  return (
    <div className="order-bar">
      <section aria-label={t('Total')} aria-live="polite">
        <p className="text-[14px] text-ink-2">{t('Total')}</p>
        <p className="font-display text-[clamp(18px,5.4vw,24px)] leading-tight font-bold whitespace-nowrap tabular-nums">
          {quote ? formatMoney(quote.total, quote.currency) : '–'}
        </p>
      </section>
      <SubmitButton name="intent" value="place">
        {t('Place order')}
      </SubmitButton>
    </div>
  );
}

/** The button may be far from the notice, so the notice takes the focus. */
function Changed({ differences }: { readonly differences: readonly string[] }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [differences]);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice kind="error">
        {t('Nothing was ordered yet, because this has changed:')} {differences.join(' ')}{' '}
        {t('Press “Place order” again to accept it.')}
      </Notice>
    </div>
  );
}

function CodeField({
  email,
  isAnswer,
  error,
}: {
  readonly email: string;
  /** The field appears because the buyer has placed the order, and not because the page was loaded again. */
  readonly isAnswer: boolean;
  readonly error: string | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  // The code is all that is missing, and the field has just appeared, perhaps behind the bar.
  useEffect(() => {
    if (!isAnswer) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
  }, [isAnswer]);
  return (
    <section className="grid gap-4 rounded-card bg-surface p-5 ring-2 ring-primary">
      <TextField
        name="code"
        label={t('Code from the email')}
        hint={t('We sent six digits to {email}. Enter them and place the order.', { email })}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        dir="ltr"
        ref={field}
      />
      <div>
        <SubmitButton className="button button-line" name="intent" value="resend">
          {t('Send a new code')}
        </SubmitButton>
      </div>
    </section>
  );
}

function ContinueToPayment({ href, orderPath }: NonNullable<FormReply['pay']>) {
  const orderHref = useHref(orderPath);
  const { state } = useNavigation();
  useEffect(() => {
    // The router writes the form's own address once it is idle.
    if (state !== 'idle') return;
    // Back from the payment leads to the order, not to an empty form that says nothing of it.
    history.replaceState(null, '', orderHref);
    location.assign(href);
  }, [href, orderHref, state]);
  return (
    <section className="mt-6 grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <h2 className="text-[22px]">{t('Your order is placed')}</h2>
      <p>
        <a className="button button-primary" href={href}>
          {t('Continue to payment')}
        </a>
      </p>
      <p>
        <Link className="link" to={orderPath}>
          {t('Go to your order')}
        </Link>
      </p>
    </section>
  );
}

interface PurchaseFieldProps {
  readonly kinds: readonly PurchaseKind[];
  readonly typed: TypedForm;
  /** The requests of each period of a subscription, or ''. */
  readonly included: string;
}

/** Only for a service with a price per period. */
function PurchaseField({ kinds, typed, included }: PurchaseFieldProps) {
  if (!kinds.includes('subscribe')) return null;
  return (
    <SelectField
      name={PURCHASE_FIELD}
      label={t('How you order')}
      hint={[t('A subscription is paid for each period, until you cancel it.'), included]
        .filter(Boolean)
        .join(' ')}
      defaultValue={typed[PURCHASE_FIELD] ?? kinds[0]}
      options={kinds.map((value) => ({
        value,
        name: value === 'subscribe' ? t('Subscribe') : t('Order once'),
      }))}
    />
  );
}
