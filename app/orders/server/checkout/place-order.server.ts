import { and, desc, eq, gt, notExists, sql } from 'drizzle-orm';
import { confirmBrowser } from '../../../chat/server/email-verification/confirm-address.server.ts';
import { isConfirmed } from '../../../chat/server/email-verification/is-confirmed.server.ts';
import { unlessBlocked } from '../../../chat/server/privacy/block-visitor.server.ts';
import {
  brakeStarts,
  startInTransaction,
  STARTS_OF_NETWORK,
} from '../../../chat/server/messages/start-conversation.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { checkSender } from '../../../chat/protocol/chat-email.ts';
import { newConversationId } from '../../../chat/protocol/rules.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { checkCode, SIX_DIGITS_NEEDED, takeGuess } from '../../../platform/email-code.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { readSixDigits } from '../../../platform/six-digits.ts';
import { t } from '../../../i18n/translate.ts';
import { hasServiceChangedSince } from '../../../shop/read-catalogue.server.ts';
import type { Service } from '../../../shop/service.ts';
import { formatAnswers } from '../../intake/format-answers.ts';
import { missingAnswers, validateAnswers } from '../../intake/validate-answers.ts';
import {
  answerWithFiles,
  hasFiles,
  type Answers,
  type IntakeForm,
} from '../../intake/intake-form.ts';
import {
  readChoice,
  readTypedAnswers,
  type QuoteView,
  type TypedForm,
} from '../../protocol/order-form.ts';
import { formatCoupon, formatTerms } from '../../protocol/offer.ts';
import {
  BILLING_ADDRESS_FIELD,
  BILLING_NAME_FIELD,
  type BillingDetails,
} from '../../protocol/billing-details.ts';
import { describeTaxes } from '../../protocol/describe-taxes.ts';
import { formatMoney } from '../../protocol/money.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { pathOf } from '../access.server.ts';
import { ownerOfForm } from '../files/order-file-rules.server.ts';
import { lockOrderFiles, namesOf, sendOrderFiles } from '../files/order-files.server.ts';
import { rowsOfLine } from '../offer/offer-line.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import { notifyThread } from '../order/change-state.server.ts';
import { beginPayment, insertOrder, takeOrderNumber } from '../order/insert-order.server.ts';
import { orderCodes, orders } from '../tables.server.ts';
import { readCoupon } from '../coupons/read-coupon.server.ts';
import { reserveCoupon } from '../coupons/redeem-coupon.server.ts';
import { describeAnswerRefusal } from './describe-refusal.ts';
import { isPlacedWith } from './form-key.server.ts';
import { readBillingDetails } from '../invoices/save-billing-details.server.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import { insertDirectOffer } from './insert-direct-offer.server.ts';
import { insertSubscription } from '../subscription/insert-subscription.server.ts';
import { subscriptionPeriods } from '../subscription/tables.server.ts';
import { describeSubscription } from '../../protocol/subscriptions.ts';
import type { Coupon } from '../../pricing/coupon-rules.ts';
import {
  chosenPurchase,
  codeIn,
  quoteForm,
  quoteTyped,
  subscribedPeriod,
} from './quote-form.server.ts';
import { orderTopic } from './order-topic.ts';
import { codesOf, type CodeContext } from './order-codes.server.ts';
import {
  differencesFrom,
  intakeOf,
  type FormErrors,
  type Quote,
  type Quoted,
} from './quote-service.server.ts';

const UNPAID_AT_MOST = 5;

export interface PlaceOrder {
  /** The idempotency key of one form in one browser. */
  readonly key: string;
  /**
   * The key in the browser's cookie. Two tabs that were opened at the same moment have different forms, but one
   * cookie.
   */
  readonly sharedKey?: string | undefined;
  readonly browserId: string;
  readonly service: Service;
  readonly typed: TypedForm;
  /** Wrong codes are counted for this network. */
  readonly network: string;
  /** The proof of work. '' without JavaScript. */
  readonly proof: string;
  /** The files that were added to the form with this key. */
  readonly fileIds?: readonly string[];
  /** The address that this browser's client account has proved. */
  readonly provedEmail?: string;
  /** Returns the company that the order is for. Throws unless the buyer may order for it at this moment. */
  readonly findCompany?: (tx: Database) => Promise<string>;
}

/** Only 'placed' creates something, except that a wrong code counts as an attempt. */
export type PlaceOutcome =
  | { readonly kind: 'placed'; readonly path: string }
  | { readonly kind: 'refused'; readonly errors: FormErrors }
  /** Nothing is placed that the buyer has not seen. */
  | { readonly kind: 'changed'; readonly differences: readonly string[]; readonly quote: QuoteView }
  /** This browser has not proved that it receives email for the address. */
  | { readonly kind: 'code-needed'; readonly email: string };

interface CheckedForm {
  readonly name: string;
  readonly email: string;
  readonly code: string;
  readonly quote: Quote;
  readonly form: IntakeForm;
  readonly answers: Answers;
  readonly billing: BillingDetails | null;
}

/** The coupon as it is under its lock, and the quote that it was computed with. */
interface LockedQuote {
  readonly quote: Quote;
  readonly couponId: string | null;
  readonly coupon: Coupon | null;
}

/**
 * Places a direct order: conversation, order, answers and first card are created in one transaction (rule 247). A
 * repeated request with the same key returns the same order. Throws {@link RefusedError}: 403 for a blocked buyer, 409
 * for the key of another browser, 429 for too many codes or orders.
 */
export async function placeOrder(
  appContext: CodeContext,
  request: PlaceOrder,
): Promise<PlaceOutcome> {
  const { browserId, key, sharedKey = key, service, typed } = request;
  if (!isUuid(key)) throw new RefusedError(400, t('Reload the page and try again.'));
  const { db } = appContext;
  const keys = { key, sharedKey };
  const placed = await findPlaced(db, keys, browserId);
  if (placed) return placed;
  const quoted = await quoteForm(appContext, service, typed, request.network);
  const checked = checkForm(service, typed, quoted);
  if (checked.errors) return { kind: 'refused', errors: checked.errors };
  const { form } = checked;
  const { view } = form.quote;
  const differences = [
    ...differencesFrom(typed.seen ?? '', view),
    // Nobody subscribes, or orders once, without having chosen it.
    ...(chosenPurchase(service, typed) === undefined
      ? [t('The ways to order this service have changed. Choose again how you order.')]
      : []),
  ];
  if (differences.length > 0) return { kind: 'changed', differences, quote: view };
  if (form.code !== '') {
    const { email } = form;
    const guess = { email, code: form.code, network: request.network };
    await takeGuess(appContext, orderCodes, codesOf(browserId, email), guess);
  }
  // Without a code or a confirmed address nothing is placed, and no conversation starts.
  if (form.code !== '' || (await hasProved(db, request, form.email))) {
    await appContext.limits.take(STARTS_OF_NETWORK, request.network);
    await brakeStarts(appContext, request.proof || undefined);
  }
  return unlessBlocked(appContext, (tx, after) =>
    placeInTransaction(tx, after, appContext, { ...request, ...keys }, form),
  );
}

interface FormKeys {
  readonly key: string;
  readonly sharedKey: string;
}

/** A form whose response was lost sends its key again when the cookie may already have another one. */
async function findPlaced(
  db: Database,
  { key, sharedKey }: FormKeys,
  browserId: string,
): Promise<Extract<PlaceOutcome, { kind: 'placed' }> | undefined> {
  const [row] = await db
    .select({ id: orders.id, browserId: conversations.browserId })
    .from(orders)
    .leftJoin(conversations, eq(conversations.id, orders.conversationId))
    .where(isPlacedWith([key, sharedKey]))
    // The form's own order, if the cookie's key already belongs to a second order that was placed on purpose.
    .orderBy(desc(sql`${key}::uuid in (${orders.sentFormKey}, ${orders.formKey})`))
    .limit(1);
  if (!row) return undefined;
  if (row.browserId === browserId) return { kind: 'placed', path: await pathOf(db, row.id) };
  // The path of an order is its credential, so another browser never learns it.
  throw new RefusedError(409, t('Reload the page and try again.'));
}

type Checked =
  | { readonly form: CheckedForm; readonly errors: null }
  | { readonly form: null; readonly errors: FormErrors };

/** Returns all errors at once, so that the form shows each of them at its field. */
function checkForm(service: Service, typed: TypedForm, { quote, errors }: Quoted): Checked {
  const form = intakeOf(service);
  const { answers, refusals } = validateAnswers(form, readTypedAnswers(form, typed), {
    files: new Set(),
    // Required answers can be given later, on the order's page (rule 255).
    isComplete: false,
  });
  const email = normalizeEmail(typed.email ?? '');
  const problem = checkSender(email);
  const typedCode = (typed.code ?? '').trim();
  const code = typedCode === '' ? '' : readSixDigits(typedCode);
  const { billing, errors: billingErrors } = checkBilling(typed);
  const all: FormErrors = {
    ...errors,
    ...billingErrors,
    ...Object.fromEntries(
      refusals.map((refusal) => [refusal.field, describeAnswerRefusal(refusal)]),
    ),
    ...(problem === null ? {} : { email: problem }),
    ...(code === null ? { code: t(SIX_DIGITS_NEEDED) } : {}),
  };
  if (!quote || code === null || Object.keys(all).length > 0) return { form: null, errors: all };
  const name = typed.name ?? '';
  return { form: { name, email, code, quote, form, answers, billing }, errors: null };
}

/** The buyer's own name is enough if only an address was typed. */
function checkBilling(typed: TypedForm): {
  readonly billing: BillingDetails | null;
  readonly errors: FormErrors;
} {
  const address = typed[BILLING_ADDRESS_FIELD] ?? '';
  const company = typed[BILLING_NAME_FIELD] ?? '';
  const isMissing = company.trim() === '' && address.trim() === '';
  if (isMissing) return { billing: null, errors: {} };
  try {
    const name = company.trim() === '' ? (typed.name ?? '') : company;
    const billing = readBillingDetails({ name, address });
    return billing
      ? { billing, errors: {} }
      : { billing, errors: { [BILLING_NAME_FIELD]: t('Enter a name or a company.') } };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { billing: null, errors: { [error.field ?? 'total']: error.message } };
  }
}

async function placeInTransaction(
  tx: Database,
  after: After,
  appContext: CodeContext,
  request: PlaceOrder & FormKeys,
  checked: CheckedForm,
): Promise<PlaceOutcome> {
  // The lock of the numbers makes concurrent orders wait here, so the checks below see each other's orders.
  const number = await takeOrderNumber(tx);
  const placed = await findPlaced(tx, request, request.browserId);
  if (placed) return placed;
  const proof = await proveAddress(tx, after, appContext, request, checked);
  if ('kind' in proof) return proof;
  const outcome = await placeProved(tx, after, appContext, request, { ...checked, number });
  if (outcome.kind === 'placed') await proof.useCode();
  return outcome;
}

/** The browser has proved the address, before or in this transaction. */
async function placeProved(
  tx: Database,
  after: After,
  appContext: CodeContext,
  request: PlaceOrder & FormKeys,
  checked: CheckedForm & { readonly number: number },
): Promise<PlaceOutcome> {
  const { browserId, key, sharedKey, service } = request;
  const { email, number } = checked;
  if ((await countUnpaid(tx, email)) >= UNPAID_AT_MOST) {
    const error = t(
      'You have {count} unpaid orders. Pay or cancel one of them, then place this order.',
      { count: UNPAID_AT_MOST },
    );
    return { kind: 'refused', errors: { total: error } };
  }
  if (request.findCompany && request.provedEmail !== email) {
    const error = t('An order for a company needs the address that you are signed in with.');
    return { kind: 'refused', errors: { email: error } };
  }
  const companyId = (await request.findCompany?.(tx)) ?? null;
  const locked = await lockQuote(tx, appContext, request, checked);
  if ('kind' in locked) return locked;
  const { quote } = locked;
  const { revision } = appContext.catalogue;
  if (await hasServiceChangedSince(tx, service.id, revision)) {
    const differences = [t('This service is being changed at this moment. Try again in a moment.')];
    return { kind: 'changed', differences, quote: quote.view };
  }
  const conversationId = newConversationId(appContext.clock.now());
  const started = await startInTransaction(tx, after, appContext, {
    id: conversationId,
    browserId,
    email,
    name: checked.name,
    topic: orderTopic(appContext),
    service: { section: service.section, slug: service.slug, title: service.title },
  });
  if (!started) throw new Error(`Conversation ${conversationId} exists already`);
  if (checked.code !== '' || request.provedEmail === email) {
    await confirmBrowser(tx, after, appContext, browserId, started.visitorId);
  }
  const { form } = checked;
  const offer = await insertDirectOffer(tx, appContext, {
    conversationId,
    clientId: key,
    quote,
    form,
    couponId: locked.couponId,
  });
  const files = await lockOrderFiles(
    tx,
    ownerOfForm(key),
    hasFiles(form) ? (request.fileIds ?? []) : [],
    appContext.settings,
  );
  const answers = answerWithFiles(
    form,
    checked.answers,
    files.map(({ id }) => id),
  );
  const isComplete = form.length > 0 && missingAnswers(form, answers).length === 0;
  const order = await insertOrder(tx, appContext, offer, {
    number,
    email,
    companyId,
    event: 'place',
    direct: {
      formKey: sharedKey,
      sentFormKey: key,
      catalogueRevision: revision,
      answers,
      brief: isComplete ? formatAnswers(form, answers, namesOf(files)) : null,
      // The company's own details are on its invoices. Members with 'Manage' choose them.
      billing: companyId === null ? checked.billing : null,
    },
  });
  await sendOrderFiles(tx, { orderId: order.id, position: 0 }, files);
  if (locked.couponId !== null) {
    const { couponId } = locked;
    await reserveCoupon(tx, { orderId: order.id, couponId, email, at: appContext.clock.now() });
  }
  const interval = subscribedPeriod(service, request.typed);
  if (interval !== null) {
    await insertSubscription(tx, after, appContext, order, interval, {
      service,
      choice: readChoice(request.typed),
      pricesIncludeTax: readTaxTerms(appContext, request.typed).terms.pricesIncludeTax,
      coupon: locked.coupon,
      couponId: locked.couponId,
    });
  }
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, conversationId);
  const text = inBuyersWords(() =>
    [
      describeOrder(number, quote),
      ...(interval === null ? [] : [describeSubscription(interval)]),
    ].join('\n'),
  );
  await notifyThread(tx, after, appContext, order, { kind: 'buyer' }, text);
  await beginPayment(tx, after, appContext, order, email, 'place');
  return { kind: 'placed', path: await pathOf(tx, order.id) };
}

/**
 * Locks the coupon and computes the quote again: now the rules about the address are checked too, because the address
 * is proved, and other orders have either taken their redemption or wait for the lock.
 */
async function lockQuote(
  tx: Database,
  appContext: CodeContext,
  { service, typed }: PlaceOrder,
  { email, quote: unlocked }: CheckedForm,
): Promise<LockedQuote | PlaceOutcome> {
  const code = codeIn(typed);
  if (code === undefined) return { quote: unlocked, couponId: null, coupon: null };
  const coupon = await readCoupon(tx, appContext, code, { email, isLocked: true });
  const { terms } = readTaxTerms(appContext, typed);
  const { quote, errors } = quoteTyped(appContext, service, typed, coupon, terms);
  if (!quote || errors) return { kind: 'refused', errors: errors ?? {} };
  const differences = differencesFrom(unlocked.view.seen, quote.view);
  if (differences.length > 0) return { kind: 'changed', differences, quote: quote.view };
  return { quote, couponId: coupon.row?.id ?? null, coupon: coupon.terms ?? null };
}

interface Proof {
  /** Uses up the code that proves the address, if one is needed. */
  readonly useCode: () => Promise<void>;
}

const PROVED: Proof = { useCode: () => Promise.resolve() };

/**
 * Proves the address with the code, unless this browser has proved it before. If the order is refused for another
 * reason, the proof is kept: the browser is confirmed for a known address, and for a new one the code stays usable
 * (rule 388).
 */
async function proveAddress(
  tx: Database,
  after: After,
  appContext: CodeContext,
  request: PlaceOrder,
  { email, code }: CheckedForm,
): Promise<Proof | PlaceOutcome> {
  const { browserId } = request;
  if (await hasProved(tx, request, email)) return PROVED;
  if (code === '') return { kind: 'code-needed', email };
  const own = codesOf(browserId, email);
  const proof = await checkCode(tx, appContext.clock, orderCodes, own, code);
  if (proof.refusal) return { kind: 'refused', errors: { code: proof.refusal.message } };
  const visitor = await findVisitor(tx, email);
  if (!visitor) return { useCode: proof.use };
  await proof.use();
  await confirmBrowser(tx, after, appContext, browserId, visitor.id);
  return PROVED;
}

/** Later periods of a subscription do not count: nobody has placed them here, and nobody can cancel them alone. */
async function countUnpaid(tx: Database, email: string): Promise<number> {
  const ofLaterPeriod = tx
    .select({ orderId: subscriptionPeriods.orderId })
    .from(subscriptionPeriods)
    .where(and(eq(subscriptionPeriods.orderId, orders.id), gt(subscriptionPeriods.number, 1)));
  return tx.$count(
    orders,
    and(
      eq(orders.buyerEmail, email),
      eq(orders.state, 'awaiting payment'),
      eq(orders.isTest, false),
      notExists(ofLaterPeriod),
    ),
  );
}

async function hasProved(
  db: Database,
  { browserId, provedEmail }: PlaceOrder,
  email: string,
): Promise<boolean> {
  if (provedEmail === email) return true;
  const visitor = await findVisitor(db, email);
  return visitor !== undefined && (await isConfirmed(db, browserId, visitor.id));
}

async function findVisitor(db: Database, email: string): Promise<{ id: string } | undefined> {
  const [visitor] = await db
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.email, email));
  return visitor;
}

/** The agent reads in the inbox what was chosen. */
function describeOrder(number: number, { line, view }: Quote): string {
  return [
    t('Order {number}: {said}', {
      number: formatOrderNumber(number),
      said: formatMoney(view.total, view.currency),
    }),
    ...rowsOfLine(line).map(({ label }) => label),
    ...(view.coupon ? [formatCoupon(view.coupon)] : []),
    ...describeTaxes([line]).map(
      ({ label, amount }) => `${label}: ${formatMoney(amount, view.currency)}`,
    ),
    ...(view.later === null ? [] : [view.later]),
    formatTerms(view),
  ].join('\n');
}
