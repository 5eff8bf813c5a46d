import { decimalSign, readTypedDecimal } from '../../platform/read-amount.ts';
import { toLine, toText } from '../../platform/shown-text.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import {
  answerTo,
  INTAKE_LIMITS,
  type Answer,
  type Answers,
  type IntakeForm,
  type IntakeQuestion,
} from './intake-form.ts';

/** A form sends one text or several, by the id of the question. */
export type TypedAnswers = Readonly<Record<string, string | readonly string[]>>;

export type AnswerRefusalKey =
  | 'answer-missing'
  | 'answer-too-long'
  | 'number-invalid'
  | 'number-ambiguous'
  | 'date-invalid'
  | 'link-invalid'
  | 'choice-unknown'
  | 'choices-several'
  | 'file-unknown'
  | 'files-too-many'
  | 'question-unknown';

export interface AnswerRefusal {
  readonly key: AnswerRefusalKey;
  readonly values: Readonly<Record<string, number | string>>;
  readonly field: `answer-${string}`;
}

export interface AnswerContext {
  /** The uploaded files that this buyer may use for this order. */
  readonly files: ReadonlySet<string>;
  /** False while answers are saved during typing: required ones may still be missing. */
  readonly isComplete: boolean;
}

type Read = { readonly answer: Answer } | Pick<AnswerRefusal, 'key' | 'values'> | undefined;

/**
 * Returns the valid answers in their stored form, and a refusal for each of the others. Both can be used: saving
 * during typing stores the valid ones and shows the rest.
 */
export function validateAnswers(
  form: IntakeForm,
  typed: TypedAnswers,
  context: AnswerContext,
): { readonly answers: Answers; readonly refusals: readonly AnswerRefusal[] } {
  const refusals: AnswerRefusal[] = [];
  const answers: [string, Answer][] = [];
  for (const question of form) {
    const read = readAnswer(question, answerTo(typed, question.id) ?? '', context.files);
    if (read && 'answer' in read) answers.push([question.id, read.answer]);
    else if (read) refusals.push({ ...read, field: `answer-${question.id}` });
    else if (question.isRequired && context.isComplete) {
      refusals.push({ key: 'answer-missing', values: {}, field: `answer-${question.id}` });
    }
  }
  // The form changed while it was filled in. Ignoring the answer would lose it.
  const known = new Set(form.map(({ id }) => id));
  for (const id of Object.keys(typed)) {
    if (!known.has(id))
      refusals.push({ key: 'question-unknown', values: {}, field: `answer-${id}` });
  }
  return { answers: Object.fromEntries(answers), refusals };
}

/** Returns the questions that keep a paid order from starting (rule 255), in the order of the form. */
export function missingAnswers(form: IntakeForm, answers: Answers): readonly IntakeQuestion[] {
  return form.filter(({ id, isRequired }) => isRequired && isEmpty(answerTo(answers, id)));
}

function isEmpty(answer: Answer | undefined): boolean {
  return answer === undefined || answer.length === 0;
}

/** Returns `undefined` for an empty answer. */
function readAnswer(
  question: IntakeQuestion,
  typed: string | readonly string[],
  files: ReadonlySet<string>,
): Read {
  const list = (typeof typed === 'string' ? [typed] : typed).filter((each) => each !== '');
  switch (question.type) {
    case 'single-choice':
    case 'multiple-choice':
      return readChoices(question, list);
    case 'files':
      return readFiles(list, files);
    default:
      return readTyped(question.type, list.join('\n'));
  }
}

function readTyped(
  type: Exclude<IntakeQuestion['type'], 'single-choice' | 'multiple-choice' | 'files'>,
  typed: string,
): Read {
  if (type === 'long-text') return readText(typed);
  const maximum = type === 'link' ? INTAKE_LIMITS.link : INTAKE_LIMITS.shortText;
  const text = toLine(typed, maximum + 1);
  if (text === '') return undefined;
  if (Array.from(text).length > maximum) return refuse('answer-too-long', { maximum });
  if (type === 'short-text') return { answer: text };
  if (type === 'number') return readNumber(text);
  const read = { date: readDate, link: readLink }[type](text);
  return read === undefined ? refuse(`${type}-invalid`) : { answer: read };
}

function readText(typed: string): Read {
  const { longText: maximum } = INTAKE_LIMITS;
  const text = toText(typed, maximum);
  if (text.length > maximum) return refuse('answer-too-long', { maximum });
  return text === '' ? undefined : { answer: text };
}

const DECIMALS = 6;

/**
 * Reads a number in the reader's formats, as amounts are read. The stored text has a point, no leading zeros, no plus, and
 * no trailing decimals, so that equal numbers are equal.
 */
function readNumber(text: string): Read {
  const [, sign = '', unsigned = ''] = /^([+−-]?)(.*)$/.exec(text.normalize('NFKC')) ?? [];
  const minus = sign === '' || sign === '+' ? '' : '-';
  const read = readTypedDecimal(unsigned, DECIMALS, decimalSign());
  if (typeof read === 'string') {
    const amount = read.replace(/^0+(?=\d)/, '');
    return { answer: amount === '0' ? amount : minus + amount };
  }
  if (read.kind !== 'ambiguous') return refuse('number-invalid');
  const { whole, part } = read;
  return refuse('number-ambiguous', { typed: text, whole: minus + whole, part: minus + part });
}

const DATE = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** Only the format of a date field: '03/04/2026' is a day in March or in April. */
function readDate(typed: string): string | undefined {
  const text = toLatinDigits(typed.normalize('NFKC'));
  if (!DATE.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  // February 30 would become March 2.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return undefined;
  return text;
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** The last part begins with a letter, so that '1.5' is no address. */
const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]|$)/u;

/** Adds a missing 'https://', because people type 'example.com'. */
function readLink(typed: string): string | undefined {
  const text = DOMAIN.test(typed) ? `https://${typed}` : typed;
  if (!SCHEME.test(text) || /\s/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  // 'https://bank.example@other.example' shows another site than it opens.
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.length <= INTAKE_LIMITS.link ? url.href : undefined;
}

/** The answer has the order of the form, whatever the order of the boxes was. */
function readChoices({ choices, type }: IntakeQuestion, ids: readonly string[]): Read {
  if (ids.length === 0) return undefined;
  const chosen = new Set(ids);
  const known = choices.map(({ id }) => id).filter((id) => chosen.has(id));
  if (known.length < chosen.size) return refuse('choice-unknown');
  if (type === 'single-choice' && known.length > 1) return refuse('choices-several');
  return { answer: known };
}

function readFiles(ids: readonly string[], files: ReadonlySet<string>): Read {
  if (ids.length === 0) return undefined;
  const chosen = [...new Set(ids)];
  const { files: maximum } = INTAKE_LIMITS;
  if (chosen.some((id) => !files.has(id))) return refuse('file-unknown');
  return chosen.length > maximum ? refuse('files-too-many', { maximum }) : { answer: chosen };
}

function refuse(
  key: AnswerRefusalKey,
  values: AnswerRefusal['values'] = {},
): Pick<AnswerRefusal, 'key' | 'values'> {
  return { key, values };
}
