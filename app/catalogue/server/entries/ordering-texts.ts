import { t } from '../../../i18n/translate.ts';
import {
  ID,
  INTAKE_LIMITS,
  type Choice,
  type IntakeForm,
} from '../../../orders/intake/intake-form.ts';
import { validateForm, type FormRefusal } from '../../../orders/intake/validate-form.ts';
import { DEPOSIT_AT_MOST } from '../../../orders/pricing/direct-order.ts';
import { PRICING_LIMITS } from '../../../orders/pricing/limits.ts';
import type { OptionPrice } from '../../../orders/pricing/price-order.ts';
import { ANY_QUANTITY, type QuantityRule } from '../../../orders/pricing/quantity.ts';
import { readTypedAmount, toTypedAmount, type DecimalSign } from '../../../platform/read-amount.ts';
import { CHECKLIST_LIMITS, type ServiceChecklistItem } from '../../../shop/checklist.ts';
import { NO_REQUESTS, type IncludedRequests } from '../../../shop/included-requests.ts';
import { inAscii } from '../../../shop/name-of-title.ts';
import type { Ordering, ServiceOption } from '../../../shop/service.ts';
import { RATE_NAME_MAX_LENGTH } from '../../../platform/tax-settings.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { readAmount, writeAmount } from '../../protocol/read-amount.ts';
import type { TextReader, Texts } from '../../protocol/read-texts.ts';

export const OPTION_PARTS = ['id', 'title', 'description', 'price', 'days', 'maximum'] as const;
export const INTAKE_PARTS = ['id', 'type', 'label', 'help', 'isRequired', 'choices'] as const;
export const CHECKLIST_PARTS = ['id', 'title', 'days', 'isShown', 'assignee'] as const;

const slotsOf = (most: number) => Array.from({ length: most }, (_, index) => index);

export const OPTION_SLOTS = slotsOf(LIMITS.options);
export const INTAKE_SLOTS = slotsOf(INTAKE_LIMITS.questions);
export const CHECKLIST_SLOTS = slotsOf(CHECKLIST_LIMITS.items);

/** The columns of files, and the names of the form's fields. */
export const ORDERING_NAMES: readonly string[] = [
  'isOrderable',
  'allowsOnce',
  'allowsSubscription',
  'requests.perPeriod',
  'requests.concurrent',
  'requests.label',
  'taxRate',
  'deposit',
  'quantity.minimum',
  'quantity.step',
  'quantity.maximum',
  ...OPTION_SLOTS.flatMap((index) => OPTION_PARTS.map((part) => `option.${index}.${part}`)),
  ...INTAKE_SLOTS.flatMap((index) => INTAKE_PARTS.map((part) => `intake.${index}.${part}`)),
  ...CHECKLIST_SLOTS.flatMap((index) =>
    CHECKLIST_PARTS.map((part) => `checklist.${index}.${part}`),
  ),
];

/** Thousandths of a percent have three decimals as a percentage. */
const PERCENT_DIGITS = 3;

export function writeOrderingTexts(ordering: Ordering, currency: string, sign: DecimalSign): Texts {
  const { options, intake, quantity, isOrderable, allowsOnce, allowsSubscription } = ordering;
  const { requests, taxRate, deposit, checklist } = ordering;
  const texts: Record<string, string> = {
    isOrderable: isOrderable ? 'yes' : 'no',
    allowsOnce: allowsOnce ? 'yes' : 'no',
    allowsSubscription: allowsSubscription ? 'yes' : 'no',
    'requests.perPeriod': requests.perPeriod === 0 ? '' : String(requests.perPeriod),
    'requests.concurrent': requests.perPeriod === 0 ? '' : String(requests.concurrent),
    'requests.label': requests.label,
    taxRate,
    deposit: deposit === null ? '' : String(deposit),
    'quantity.minimum': String(quantity.minimum),
    'quantity.step': String(quantity.step),
    'quantity.maximum': quantity.maximum === null ? '' : String(quantity.maximum),
  };
  for (const [index, { id, title, description, price, days, maximum }] of options.entries()) {
    const parts = {
      id,
      title,
      description,
      price: writePrice(price, currency, sign),
      days: String(days),
      maximum: String(maximum),
    };
    for (const part of OPTION_PARTS) texts[`option.${index}.${part}`] = parts[part];
  }
  for (const [index, question] of intake.entries()) {
    const { id, type, label, help, isRequired, choices } = question;
    const parts = {
      id,
      type,
      label,
      help,
      isRequired: isRequired ? 'yes' : 'no',
      choices: choices.map((choice) => choice.label).join('\n'),
    };
    for (const part of INTAKE_PARTS) texts[`intake.${index}.${part}`] = parts[part];
  }
  for (const [index, { id, title, days, isShown, assigneeId = '' }] of checklist.entries()) {
    const parts = {
      id,
      title,
      days: days === null ? '' : String(days),
      isShown: isShown ? 'yes' : 'no',
      assignee: assigneeId,
    };
    for (const part of CHECKLIST_PARTS) texts[`checklist.${index}.${part}`] = parts[part];
  }
  return texts;
}

export function readOrdering(read: TextReader, currency: string, sign: DecimalSign): Ordering {
  return {
    options: readOptions(read, currency, sign),
    intake: readIntake(read),
    quantity: readQuantity(read),
    taxRate: read.line('taxRate', RATE_NAME_MAX_LENGTH),
    deposit: read.number('deposit', 1, DEPOSIT_AT_MOST),
    isOrderable: readSwitch(read, 'isOrderable'),
    allowsOnce: readSwitch(read, 'allowsOnce'),
    allowsSubscription: readSwitch(read, 'allowsSubscription'),
    requests: readRequests(read),
    checklist: readChecklist(read),
  };
}

/** Without a number per period, the service includes no requests. */
function readRequests(read: TextReader): IncludedRequests {
  const most = LIMITS.requests;
  const perPeriod = read.number('requests.perPeriod', 0, most) ?? 0;
  const concurrent = read.number('requests.concurrent', 1, most) ?? 1;
  const label = read.line('requests.label', LIMITS.requestsLabel);
  return perPeriod === 0 ? NO_REQUESTS : { perPeriod, concurrent, label };
}

/** The default is on, so a file from an older version does not switch anything off. */
function readSwitch(read: TextReader, name: string): boolean {
  return read.text(name).trim() === '' || read.flag(name);
}

/** An example is '25.50' or '12.5%'. */
function writePrice(price: OptionPrice, currency: string, sign: DecimalSign): string {
  if (price.kind === 'amount') return writeAmount(price.amount, currency, sign);
  return `${toTypedAmount(String(price.percentage / 10 ** PERCENT_DIGITS), sign)}%`;
}

function readPrice(
  read: TextReader,
  name: string,
  currency: string,
  sign: DecimalSign,
): OptionPrice {
  const typed = toLatinDigits(read.text(name).normalize('NFKC')).trim();
  if (typed.endsWith('%')) {
    const percentage = readTypedAmount(typed.slice(0, -1).trim(), PERCENT_DIGITS, sign);
    if (typeof percentage === 'number' && percentage <= PRICING_LIMITS.optionPercentage) {
      return { kind: 'percentage', percentage };
    }
    read.fault(name, t('Enter a percentage from 0% to {most}%.', { most: 1000 }));
    return { kind: 'percentage', percentage: 0 };
  }
  if (/^0+(?:[.,]0+)?$/.test(typed)) return { kind: 'amount', amount: 0 };
  const amount = readAmount(typed, currency, sign);
  if (typeof amount === 'number') return { kind: 'amount', amount };
  read.fault(name, amount.fault);
  return { kind: 'amount', amount: 0 };
}

/** An option without title, description and price does not exist. */
function readOptions(read: TextReader, currency: string, sign: DecimalSign): ServiceOption[] {
  const taken = new Set<string>();
  return OPTION_SLOTS.flatMap((index) => {
    const name = (part: (typeof OPTION_PARTS)[number]) => `option.${index}.${part}`;
    const parts = ['title', 'description', 'price'] as const;
    if (parts.every((part) => read.text(name(part)).trim() === '')) return [];
    const title = read.line(name('title'), LIMITS.optionTitle, t('Enter a title for the option.'));
    const price = readPrice(read, name('price'), currency, sign);
    return [
      {
        id: chooseId(read.text(name('id')), title, `option-${index + 1}`, taken),
        title,
        description: read.lines(name('description'), LIMITS.optionDescription),
        price,
        days: readDays(read, name('days')),
        // A percentage applies once.
        maximum:
          price.kind === 'percentage'
            ? 1
            : (read.number(name('maximum'), 1, PRICING_LIMITS.optionQuantity) ?? 1),
      },
    ];
  });
}

/** Days can be negative: express delivery. */
function readDays(read: TextReader, name: string): number {
  const typed = toLatinDigits(read.text(name)).trim().replace('−', '-');
  if (typed === '') return 0;
  const most = PRICING_LIMITS.optionDays;
  const days = /^[+-]?\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  if (Math.abs(days) <= most) return days === 0 ? 0 : days;
  read.fault(
    name,
    t('Enter a whole number from {least} to {most}, or leave it empty.', { least: -most, most }),
  );
  return 0;
}

function readQuantity(read: TextReader): QuantityRule {
  const most = PRICING_LIMITS.quantity;
  const minimum = read.number('quantity.minimum', 1, most) ?? ANY_QUANTITY.minimum;
  const step = read.number('quantity.step', 1, most) ?? ANY_QUANTITY.step;
  const maximum = read.number('quantity.maximum', 1, most);
  if (maximum === null || maximum >= minimum) return { minimum, step, maximum };
  read.fault('quantity.maximum', t('The maximum is less than the minimum.'));
  return { minimum, step, maximum: null };
}

function readIntake(read: TextReader): IntakeForm {
  const taken = new Set<string>();
  const edited = INTAKE_SLOTS.map((index) => {
    const text = (part: (typeof INTAKE_PARTS)[number]) => read.text(`intake.${index}.${part}`);
    const label = text('label');
    const isEmpty = [label, text('help'), text('choices')].every((each) => each.trim() === '');
    return {
      id: isEmpty ? '' : chooseId(text('id'), label, `question-${index + 1}`, taken),
      type: text('type').trim(),
      label,
      help: text('help'),
      isRequired: read.flag(`intake.${index}.isRequired`),
      choices: readChoices(text('choices')),
    };
  });
  const { form, refusals } = validateForm(edited);
  for (const refusal of refusals) read.fault(fieldOf(refusal), describeRefusal(refusal));
  return form;
}

/** A step without a title and a day does not exist. */
function readChecklist(read: TextReader): ServiceChecklistItem[] {
  const taken = new Set<string>();
  return CHECKLIST_SLOTS.flatMap((index) => {
    const name = (part: (typeof CHECKLIST_PARTS)[number]) => `checklist.${index}.${part}`;
    const filled = ['title', 'days'] as const;
    if (filled.every((part) => read.text(name(part)).trim() === '')) return [];
    const title = read.line(
      name('title'),
      CHECKLIST_LIMITS.title,
      t('Enter a title for the step.'),
    );
    const assigneeId = read.line(name('assignee'), CHECKLIST_LIMITS.assigneeId);
    return [
      {
        id: chooseId(read.text(name('id')), title, `step-${index + 1}`, taken),
        title,
        days: read.number(name('days'), 0, CHECKLIST_LIMITS.days),
        isShown: read.flag(name('isShown')),
        ...(assigneeId !== '' && { assigneeId }),
      },
    ];
  });
}

/** One choice a line. Equal labels keep equal ids, so that `validateForm` reports the repetition. */
function readChoices(typed: string): Choice[] {
  const taken = new Set<string>();
  return typed
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((label, index) => ({ id: chooseId('', label, `choice-${index + 1}`, taken), label }));
}

/** Returns the known id, or a new one that follows from the text. Ids within a list differ. */
function chooseId(known: string, text: string, otherwise: string, taken: Set<string>): string {
  const words =
    inAscii(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const made = words.join('-').slice(0, 36).replace(/-$/, '');
  const wanted = [known.trim(), made].find((each) => ID.test(each)) ?? otherwise;
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted.slice(0, 36)}-${number}`;
  taken.add(id);
  return id;
}

/** 'question-3.choice-1' is in the field 'intake.3.choices'. */
function fieldOf({ field }: FormRefusal): string {
  const [question = '', part = 'label'] = field.split('.');
  const index = question.slice('question-'.length);
  return `intake.${index}.${part.startsWith('choice-') ? 'choices' : part}`;
}

function describeRefusal({ key, values }: FormRefusal): string {
  const { maximum = 0, minimum = 0 } = values;
  switch (key) {
    case 'questions-too-many':
      return t('Ask at most {maximum} questions.', { maximum });
    case 'type-unknown':
      return t('Choose the type of the answer.');
    case 'label-missing':
      return t('Enter the question.');
    case 'label-too-long':
    case 'help-too-long':
    case 'choice-too-long':
      return t('Use at most {maximum, plural, one {# character} other {# characters}}.', {
        maximum,
      });
    case 'choices-too-few':
      return t(
        'Enter at least {minimum, plural, one {# choice} other {# choices}}, one per line.',
        {
          minimum,
        },
      );
    case 'choices-too-many':
      return t('Enter at most {maximum} choices.', { maximum });
    case 'choice-repeated':
    case 'choice-id-repeated':
      return t('Two choices are the same.');
    default:
      key satisfies 'id-invalid' | 'id-repeated' | 'choice-id-invalid';
      return t('This question has an invalid ID. Remove it and add it again.');
  }
}
