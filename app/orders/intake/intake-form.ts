export const QUESTION_TYPES = [
  'short-text',
  'long-text',
  'number',
  'date',
  'link',
  'single-choice',
  'multiple-choice',
  'files',
] as const;

export type QuestionType = (typeof QUESTION_TYPES)[number];

export interface Choice {
  readonly id: string;
  readonly label: string;
}

export interface IntakeQuestion {
  /** Unique in the form and immutable: answers, edits and translations refer to it. */
  readonly id: string;
  readonly type: QuestionType;
  readonly label: string;
  /** '' means no help. */
  readonly help: string;
  readonly isRequired: boolean;
  /** Empty unless the type is a choice. */
  readonly choices: readonly Choice[];
}

/** The questions that a buyer answers with the order or later on its page (rules 254 and 255). */
export type IntakeForm = readonly IntakeQuestion[];

/** Ids of choices and of files are lists; every other answer is a text in its canonical form. */
export type Answer = string | readonly string[];

export type Answers = Readonly<Record<string, Answer>>;

export const INTAKE_LIMITS = {
  questions: 25,
  label: 200,
  /** Long enough for the whole text of 'What we need from the buyer', see `convert-needs.ts`. */
  help: 2000,
  /** A single choice needs two; one box alone can be a confirmation. */
  choices: { single: 2, multiple: 1, most: 20 },
  choice: 100,
  shortText: 200,
  longText: 4000,
  link: 2000,
  files: 10,
} as const;

export const ID = /^[a-z0-9][a-z0-9-]{0,39}$/;

export function hasChoices({ type }: Pick<IntakeQuestion, 'type'>): boolean {
  return type === 'single-choice' || type === 'multiple-choice';
}

/** Inherited properties such as 'constructor' are no answers. */
export function answerTo<T>(answers: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

export function hasFiles(form: IntakeForm): boolean {
  return form.some(({ type }) => type === 'files');
}

/** All files of an order answer the first question for files. */
export function answerWithFiles(
  form: IntakeForm,
  answers: Answers,
  fileIds: readonly string[],
): Answers {
  const first = form.find(({ type }) => type === 'files');
  return first && fileIds.length > 0 ? { ...answers, [first.id]: fileIds } : answers;
}
