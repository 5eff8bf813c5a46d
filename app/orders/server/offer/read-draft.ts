import { say, formatsNow } from '../../../platform/say.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { addDays, endOfDay } from '../../shop-days.ts';
import { isCurrency, type Currency } from '../../../platform/currencies.ts';
import { stepFault } from '../payment/steps.ts';
import type { Way } from '../../protocol/ways.ts';
import { formatMoney, MAX_AMOUNT, readMoney } from '../../protocol/money.ts';
import {
  MAX_DELIVERY_DAYS,
  MAX_LINES,
  MAX_QUANTITY,
  MAX_QUESTIONS,
  MAX_REVISIONS,
  NOTE_MAX_LENGTH,
  QUESTIONS_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  VALID_AT_MOST_DAYS,
  type OfferDraft,
  type OfferLine,
  type OfferTerms,
} from '../../protocol/offer.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Shop {
  readonly timeZone: string;
  readonly now: Date;
  readonly titleOf: (path: string) => string | undefined;
  readonly ways: readonly Way[];
}

/** Validates a draft. Throws {@link RefusedError} 400 with the field and the problem. */
export function readDraft(draft: OfferDraft, shop: Shop): OfferTerms {
  if (!isCurrency(draft.currency)) throw refuse('currency', say('Please choose a currency.'));
  const { currency } = draft;
  if (draft.lines.length === 0) throw refuse('title-0', say('Please say what you offer.'));
  if (draft.lines.length > MAX_LINES) {
    throw refuse('title-0', say('An offer has at most {maxLines} lines.', { maxLines: MAX_LINES }));
  }
  const lines = draft.lines.map((line, index) => readLine(line, index, currency, shop));
  const amount = lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0);
  if (amount === 0) throw refuse('price-0', say('An offer costs something. Please give a price.'));
  if (amount > MAX_AMOUNT) {
    throw refuse(
      'price-0',
      say('An offer comes to at most {formatMoney}.', {
        formatMoney: formatMoney(MAX_AMOUNT, currency),
      }),
    );
  }
  const fault = stepFault(shop.ways, amount, currency);
  if (fault) {
    throw refuse(
      'price-0',
      say('{reason} This offer comes to {amount}. Please make it {nearest}, for example.', {
        ...fault,
        amount: formatMoney(amount, currency),
      }),
    );
  }
  const deliveryDays = between(draft.deliveryDays, 1, MAX_DELIVERY_DAYS);
  if (deliveryDays === undefined) {
    throw refuse(
      'deliveryDays',
      say('Please say in how many days, from 1 to {maxDeliveryDays}.', {
        maxDeliveryDays: MAX_DELIVERY_DAYS,
      }),
    );
  }
  const revisions = between(draft.revisions, 0, MAX_REVISIONS);
  if (revisions === undefined) {
    throw refuse(
      'revisions',
      say('Please say how many revisions, from 0 to {maxRevisions}.', {
        maxRevisions: MAX_REVISIONS,
      }),
    );
  }
  const note = toText(draft.note, NOTE_MAX_LENGTH);
  if (note.length > NOTE_MAX_LENGTH) {
    throw refuse(
      'note',
      say('Please keep the note under {noteMaxLength} characters.', {
        noteMaxLength: NOTE_MAX_LENGTH,
      }),
    );
  }
  return {
    lines,
    currency,
    amount,
    deliveryDays,
    revisions,
    ...readValidity(draft.validDay, shop),
    questions: readQuestions(draft.questions),
    note: note || null,
  };
}

function readLine(
  line: OfferDraft['lines'][number],
  index: number,
  currency: Currency,
  { titleOf }: Shop,
): OfferLine {
  const title = toLine(line.title, TITLE_MAX_LENGTH);
  if (title === '') throw refuse(`title-${index}`, say('Please say what you offer.'));
  const quantity = between(line.quantity, 1, MAX_QUANTITY);
  if (quantity === undefined) {
    const most = MAX_QUANTITY.toLocaleString(formatsNow());
    throw refuse(
      `quantity-${index}`,
      say('Please give a whole number from 1 to {most}.', { most }),
    );
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
  if (!isDay || addDays(day, 0) !== day) throw refuse('validDay', say('Please choose a day.'));
  if (day < today) throw refuse('validDay', say('This day has passed. Please choose a later one.'));
  if (day > last) throw refuse('validDay', say('Please choose a day within a year.'));
  return { validDay: day, validUntil: endOfDay(timeZone, day).toISOString() };
}

/** The questions are separated by line breaks. */
function readQuestions(typed: string): string[] {
  const text = toText(typed, QUESTIONS_MAX_LENGTH);
  if (text.length > QUESTIONS_MAX_LENGTH) {
    throw refuse(
      'questions',
      say('Please keep it under {questionsMaxLength} characters.', {
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
      say('Please ask for at most {maxQuestions} things, one a line.', {
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
