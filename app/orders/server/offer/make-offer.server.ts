import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { requireWriting } from '../../../chat/server/access.server.ts';
import { sendCard } from '../../../chat/server/messages/send-card.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { OrderContext } from '../order-context.server.ts';
import { methodsOfOrder } from '../payment/payment-choices.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import { offers } from '../tables.server.ts';
import {
  amountOfLine,
  formatOffer,
  type OfferCard,
  type OfferDraft,
  type OfferTerms,
  MAX_DELIVERY_DAYS,
  MAX_QUESTIONS,
  MAX_REVISIONS,
  NOTE_MAX_LENGTH,
  QUESTIONS_MAX_LENGTH,
  VALID_AT_MOST_DAYS,
} from '../../protocol/offer.ts';
import { t } from '../../../i18n/translate.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { addDays } from '../../../platform/day.ts';
import { endOfDay } from '../../deadlines.ts';
import type { Currency } from '../../../platform/currencies.ts';
import { normalizeCode } from '../../pricing/coupon-rules.ts';
import { chargedTaxOf } from '../../../billing/tax/charged-tax.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import { readMilestonePlan } from '../../protocol/milestone-plan.ts';
import type { MilestonePlan } from '../../protocol/milestone-terms.ts';
import { applyCoupon } from './apply-coupon.server.ts';
import { describeAmountFault } from './describe-amount-fault.server.ts';
import {
  priceOffer,
  readBuyersShop,
  readLines,
  refuseFirst,
  type PricedOffer,
} from './price-offer.server.ts';
import { couponOf } from './read-offer.server.ts';
import type { TypedCoupon } from '../coupons/read-coupon.server.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * Makes an offer: a snapshot of the terms, and a message that shows it (rules 199 and 200). Everybody who may answer
 * the visitor may do so. Throws {@link RefusedError}: 404, 400 with the wrong field, 409 if the client's id
 * belongs to another offer.
 */
export async function makeOffer(
  appContext: OrderContext,
  member: Member,
  conversationId: string,
  offerDraft: OfferDraft,
): Promise<OfferCard> {
  const { clock, settings } = appContext;
  const shop = await readBuyersShop(appContext.db, appContext, conversationId);
  const { terms: tax, errors } = readTaxTerms(appContext, offerDraft.buyer ?? {});
  const [wrong] = Object.entries(errors);
  if (wrong) throw refuse(...wrong);
  const read = readLines(offerDraft, shop, tax);
  if ('faults' in read) throw refuseFirst(read.faults);
  const price = (coupon: TypedCoupon | null) => priceOffer(read, shop, coupon);
  const undiscounted = price(null);
  if ('faults' in undiscounted) throw refuseFirst(undiscounted.faults);
  const linesTerms = readTerms(offerDraft, read.currency, undiscounted, {
    timeZone: settings.supportTimezone,
    now: clock.now(),
  });
  return change(appContext, undefined, async (tx, after) => {
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    const viewer = { kind: 'member', member } as const;
    await requireWriting(tx, viewer, conversationId);
    const repeat = await findRepeat(tx, member, conversationId, offerDraft, undiscounted);
    if (repeat) return repeat;
    const code = (offerDraft.coupon ?? '').trim();
    const applied =
      code === '' ? null : await applyCoupon(tx, appContext, conversationId, price, code);
    const { priced, couponId, coupon } = applied ?? {
      priced: undiscounted,
      couponId: null,
      coupon: null,
    };
    const amount = priced.order.totals.gross;
    const plan = readPlan(appContext, offerDraft, amount, read.currency);
    const stored = {
      ...linesTerms,
      lines: priced.lines,
      amount,
      ...(plan && { plan, deliveryDays: sumDays(plan) }),
    };
    const fault = describeAmountFault(methodsOfOrder(settings), stored);
    if (fault !== undefined) throw refuse('price-0', fault);
    const terms: OfferTerms = coupon ? { ...stored, coupon } : stored;
    const [offer] = await tx
      .insert(offers)
      .values({
        ...stored,
        validUntil: new Date(terms.validUntil),
        couponId,
        couponCode: coupon?.code ?? null,
        discountAmount: coupon?.discount ?? 0,
        taxAmount: chargedTaxOf(priced.lines),
        buyerCountry: tax.buyer?.country ?? null,
        taxNumber: tax.buyer?.taxNumber ?? null,
        conversationId,
        clientId: offerDraft.clientId,
        agentId: member.id,
        createdAt: clock.now(),
      })
      .returning({ id: offers.id });
    if (!offer) throw new Error('The offer was not inserted');
    const inBuyersWords = await speechOfBuyer(tx, settings, conversationId);
    const card: OfferCard = { offerId: offer.id, ...terms };
    await sendCard(tx, after, appContext, {
      conversationId,
      // The message needs its own id, because the client's id of the offer may already belong to another
      // message.
      clientId: randomUUID(),
      kind: 'offer',
      card: { ...card },
      text: inBuyersWords(() => formatOffer(terms)),
      by: { side: 'team', memberId: member.id },
    });
    return card;
  });
}

/** Throws {@link RefusedError} 400 with the first wrong field of the milestones. */
function readPlan(
  { settings }: OrderContext,
  { plan: typed }: OfferDraft,
  total: number,
  currency: Currency,
): MilestonePlan | undefined {
  if (!typed) return undefined;
  const read = readMilestonePlan(typed, total, currency);
  if ('faults' in read) {
    const [first] = read.faults;
    throw refuse(first?.field ?? 'milestones', first?.message ?? '');
  }
  for (const [index, { amount }] of read.plan.milestones.entries()) {
    const fault = describeAmountFault(methodsOfOrder(settings), { amount, currency });
    if (fault !== undefined) throw refuse(`milestone-amount-${index}`, fault);
  }
  return read.plan;
}

/** The milestones are worked on one after the other. */
function sumDays({ milestones }: MilestonePlan): number {
  return milestones.reduce((sum, { days }) => sum + days, 0);
}

/**
 * Returns the offer of an earlier request with this client id. Throws {@link RefusedError} 409 if that offer
 * differs.
 */
async function findRepeat(
  tx: Database,
  member: Member,
  conversationId: string,
  { clientId, coupon = '', plan }: OfferDraft,
  { order }: PricedOffer,
): Promise<OfferCard | undefined> {
  const [row] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.conversationId, conversationId), eq(offers.clientId, clientId)));
  if (!row) return undefined;
  const isSame =
    row.agentId === member.id &&
    row.lines.reduce((sum, line) => sum + amountOfLine(line), 0) === order.totals.subtotal &&
    row.couponCode === (normalizeCode(coupon) ?? null) &&
    isSamePlan(row, plan);
  if (!isSame) {
    throw new RefusedError(409, t('Another offer already has this ID. Create the offer again.'));
  }
  return { offerId: row.id, ...termsOf(row) };
}

function isSamePlan(
  { plan, amount, currency }: typeof offers.$inferSelect,
  typed: OfferDraft['plan'],
): boolean {
  if (!plan || !typed) return !plan === !typed;
  const read = readMilestonePlan(typed, amount, currency);
  return 'plan' in read && isDeepStrictEqual(read.plan, plan);
}

export function termsOf(row: typeof offers.$inferSelect): OfferTerms {
  return {
    lines: row.lines,
    currency: row.currency,
    amount: row.amount,
    coupon: couponOf(row),
    ...(row.plan && { plan: row.plan }),
    deliveryDays: row.deliveryDays,
    revisions: row.revisions,
    validDay: row.validDay,
    validUntil: row.validUntil.toISOString(),
    questions: row.questions,
    note: row.note,
  };
}

/** Validates the rest of a draft. Throws {@link RefusedError} 400 with the field and the problem. */
function readTerms(
  offerDraft: OfferDraft,
  currency: Currency,
  { lines, order }: PricedOffer,
  shop: Shop,
): OfferTerms {
  // The milestones have days of their own.
  const typedDays = offerDraft.plan ? 1 : offerDraft.deliveryDays;
  const deliveryDays = between(typedDays, 1, MAX_DELIVERY_DAYS);
  if (deliveryDays === undefined) {
    throw refuse(
      'deliveryDays',
      t('Enter the number of delivery days, from 1 to {maxDeliveryDays}.', {
        maxDeliveryDays: MAX_DELIVERY_DAYS,
      }),
    );
  }
  const revisions = between(offerDraft.revisions, 0, MAX_REVISIONS);
  if (revisions === undefined) {
    throw refuse(
      'revisions',
      t('Enter the number of revisions, from 0 to {maxRevisions}.', {
        maxRevisions: MAX_REVISIONS,
      }),
    );
  }
  const note = toText(offerDraft.note, NOTE_MAX_LENGTH);
  if (note.length > NOTE_MAX_LENGTH) {
    throw refuse(
      'note',
      t(
        'The note can have at most {noteMaxLength, plural, one {# character} other {# characters}}.',
        {
          noteMaxLength: NOTE_MAX_LENGTH,
        },
      ),
    );
  }
  return {
    lines,
    currency,
    amount: order.totals.gross,
    deliveryDays,
    revisions,
    ...readValidity(offerDraft.validDay, shop),
    questions: readQuestions(offerDraft.questions),
    note: note || null,
  };
}

function readValidity(day: string, { timeZone, now }: Shop) {
  const today = dayOf(timeZone, now);
  const last = addDays(today, VALID_AT_MOST_DAYS);
  const isDay = DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  if (!isDay || addDays(day, 0) !== day) throw refuse('validDay', t('Choose a day.'));
  if (day < today) throw refuse('validDay', t('This day has passed. Choose a later one.'));
  if (day > last) throw refuse('validDay', t('Choose a day within the next year.'));
  return { validDay: day, validUntil: endOfDay(timeZone, day).toISOString() };
}

/** The questions are separated by line breaks. */
function readQuestions(typed: string): string[] {
  const text = toText(typed, QUESTIONS_MAX_LENGTH);
  if (text.length > QUESTIONS_MAX_LENGTH) {
    throw refuse(
      'questions',
      t('Use at most {questionsMaxLength, plural, one {# character} other {# characters}}.', {
        questionsMaxLength: QUESTIONS_MAX_LENGTH,
      }),
    );
  }
  const questions = text
    .split('\n')
    .map((line) => toLine(line, QUESTIONS_MAX_LENGTH))
    .filter((line) => line !== '');
  if (questions.length > MAX_QUESTIONS) {
    throw refuse(
      'questions',
      t('Enter at most {maxQuestions, plural, one {# item} other {# items}}, one per line.', {
        maxQuestions: MAX_QUESTIONS,
      }),
    );
  }
  return questions;
}

function between(value: number, least: number, most: number): number | undefined {
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

function refuse(field: string, message: string): RefusedError {
  return new RefusedError(400, message, field);
}
