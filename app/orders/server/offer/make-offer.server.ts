import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import { sendCard } from '../../../chat/server/messages/send-card.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { OrderContext } from '../order-context.server.ts';
import { methodsOf } from '../payment/payment-choices.server.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import { findOfferedService } from '../../service-source.ts';
import { offers } from '../tables.server.ts';
import {
  amountOfLine,
  formatOffer,
  type OfferCard,
  type OfferDraft,
  type OfferTerms,
  MAX_DELIVERY_DAYS,
  MAX_LINES,
  MAX_QUANTITY,
  MAX_QUESTIONS,
  MAX_REVISIONS,
  NOTE_MAX_LENGTH,
  QUESTIONS_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  VALID_AT_MOST_DAYS,
  type OfferLine,
} from '../../protocol/offer.ts';
import { t, formatsNow } from '../../../i18n/translate.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { addDays, endOfDay } from '../../deadlines.ts';
import { isCurrency, type Currency } from '../../../platform/currencies.ts';
import { normalizeCode } from '../../pricing/coupon-rules.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import { priceOffer } from './apply-coupon.server.ts';
import { couponOf } from './read-offer.server.ts';
import { stepFault } from '../payment/steps.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { formatMoney, MAX_AMOUNT, readMoney } from '../../protocol/money.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
  readonly titleOf: (path: string) => string | undefined;
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
  const { catalogue, clock, settings } = appContext;
  const linesTerms = readDraft(offerDraft, {
    timeZone: settings.supportTimezone,
    now: clock.now(),
    titleOf: (path) => findOfferedService(catalogue, path)?.title,
  });
  const { terms: tax, errors } = readTaxTerms(appContext, offerDraft.buyer ?? {});
  const [wrong] = Object.entries(errors);
  if (wrong) throw refuse(...wrong);
  return change(appContext, undefined, async (tx, after) => {
    await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update');
    const viewer = { kind: 'member', member } as const;
    if ((await accessToConversation(tx, viewer, conversationId)) !== 'write') {
      throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    }
    const repeat = await findRepeat(tx, member, conversationId, offerDraft, linesTerms);
    if (repeat) return repeat;
    const code = (offerDraft.coupon ?? '').trim();
    const { terms, couponId, taxAmount } = await priceOffer(
      tx,
      appContext,
      conversationId,
      linesTerms,
      code,
      tax,
    );
    requireStep(methodsOf(settings), terms);
    const { coupon, ...stored } = terms;
    const [offer] = await tx
      .insert(offers)
      .values({
        ...stored,
        validUntil: new Date(terms.validUntil),
        couponId,
        couponCode: coupon?.code ?? null,
        discountAmount: coupon?.discount ?? 0,
        taxAmount,
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

/**
 * Returns the offer of an earlier request with this client id. Throws {@link RefusedError} 409 if that offer
 * differs.
 */
async function findRepeat(
  tx: Database,
  member: Member,
  conversationId: string,
  { clientId, coupon = '' }: OfferDraft,
  terms: OfferTerms,
): Promise<OfferCard | undefined> {
  const [row] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.conversationId, conversationId), eq(offers.clientId, clientId)));
  if (!row) return undefined;
  const isSame =
    row.agentId === member.id &&
    row.lines.reduce((sum, line) => sum + amountOfLine(line), 0) === terms.amount &&
    row.couponCode === (normalizeCode(coupon) ?? null);
  if (!isSame) {
    throw new RefusedError(409, t('Another offer already has this ID. Create the offer again.'));
  }
  return { offerId: row.id, ...termsOf(row) };
}

export function termsOf(row: typeof offers.$inferSelect): OfferTerms {
  return {
    lines: row.lines,
    currency: row.currency,
    amount: row.amount,
    coupon: couponOf(row),
    deliveryDays: row.deliveryDays,
    revisions: row.revisions,
    validDay: row.validDay,
    validUntil: row.validUntil.toISOString(),
    questions: row.questions,
    note: row.note,
  };
}

/** Validates a draft. Throws {@link RefusedError} 400 with the field and the problem. */
function readDraft(offerDraft: OfferDraft, shop: Shop): OfferTerms {
  if (!isCurrency(offerDraft.currency)) throw refuse('currency', t('Choose a currency.'));
  const { currency } = offerDraft;
  if (offerDraft.lines.length === 0) throw refuse('title-0', t("Enter what you're offering."));
  if (offerDraft.lines.length > MAX_LINES) {
    throw refuse(
      'title-0',
      t('An offer can have at most {maxLines, plural, one {# line} other {# lines}}.', {
        maxLines: MAX_LINES,
      }),
    );
  }
  const lines = offerDraft.lines.map((line, index) => readLine(line, index, currency, shop));
  const amount = lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0);
  if (amount === 0) throw refuse('price-0', t("An offer's total can't be zero. Enter a price."));
  if (amount > MAX_AMOUNT) {
    throw refuse(
      'price-0',
      t("An offer's total can't exceed {formatMoney}.", {
        formatMoney: formatMoney(MAX_AMOUNT, currency),
      }),
    );
  }
  const deliveryDays = between(offerDraft.deliveryDays, 1, MAX_DELIVERY_DAYS);
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
    amount,
    deliveryDays,
    revisions,
    ...readValidity(offerDraft.validDay, shop),
    questions: readQuestions(offerDraft.questions),
    note: note || null,
  };
}

/** Throws {@link RefusedError} 400 for a total that no payment method takes. */
function requireStep(
  ways: readonly PaymentMethod[],
  { amount, currency }: Pick<OfferTerms, 'amount' | 'currency'>,
): void {
  const fault = amount === 0 ? undefined : stepFault(ways, amount, currency);
  if (!fault) return;
  throw refuse(
    'price-0',
    t('{reason} This offer totals {amount}. Change the total to {nearest}, for example.', {
      ...fault,
      amount: formatMoney(amount, currency),
    }),
  );
}

function readLine(
  line: OfferDraft['lines'][number],
  index: number,
  currency: Currency,
  { titleOf }: Shop,
): OfferLine {
  const title = toLine(line.title, TITLE_MAX_LENGTH);
  if (title === '') throw refuse(`title-${index}`, t("Enter what you're offering."));
  const quantity = between(line.quantity, 1, MAX_QUANTITY);
  if (quantity === undefined) {
    const most = MAX_QUANTITY.toLocaleString(formatsNow());
    throw refuse(`quantity-${index}`, t('Enter a whole number from 1 to {most}.', { most }));
  }
  const unitAmount = readMoney(line.price, currency);
  if (typeof unitAmount !== 'number') throw refuse(`price-${index}`, unitAmount.fault);
  // A path without a service is dropped, because it could be any link that the sender made up.
  const path = line.path !== null && titleOf(line.path) !== undefined ? line.path : null;
  return { title, path, quantity, unitAmount };
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
