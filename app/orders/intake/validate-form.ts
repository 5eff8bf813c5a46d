import { toLine, toText } from '../../platform/shown-text.ts';
import {
  hasChoices,
  ID,
  INTAKE_LIMITS,
  QUESTION_TYPES,
  type Choice,
  type IntakeForm,
  type IntakeQuestion,
  type QuestionType,
} from './intake-form.ts';

/** A question as the editor, an import or the API sends it. */
export interface EditedQuestion {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  readonly choices: readonly Choice[];
}

export type FormRefusalKey =
  | 'questions-too-many'
  | 'id-invalid'
  | 'id-repeated'
  | 'type-unknown'
  | 'label-missing'
  | 'label-too-long'
  | 'help-too-long'
  | 'choices-too-few'
  | 'choices-too-many'
  | 'choice-too-long'
  | 'choice-repeated'
  | 'choice-id-invalid'
  | 'choice-id-repeated';

export interface FormRefusal {
  readonly key: FormRefusalKey;
  readonly values: Readonly<Record<string, number>>;
  /** By position in the edited form, such as 'question-0.label' and 'question-0.choice-1'. */
  readonly field: string;
}

type Refuse = (key: FormRefusalKey, field: string, values?: FormRefusal['values']) => void;

/** Returns the form in its stored form, and everything that is wrong. A question without any text does not exist. */
export function validateForm(edited: readonly EditedQuestion[]): {
  readonly form: IntakeForm;
  readonly refusals: readonly FormRefusal[];
} {
  const refusals: FormRefusal[] = [];
  const refuse: Refuse = (key, field, values = {}) => {
    refusals.push({ key, values, field });
  };
  const ids = new Set<string>();
  const form = edited.flatMap((question, index) => {
    const field = `question-${index}`;
    const read = readQuestion(question, field, refuse);
    if (!read) return [];
    if (ids.has(read.id)) refuse('id-repeated', field);
    ids.add(read.id);
    return [read];
  });
  const { questions: maximum } = INTAKE_LIMITS;
  if (form.length > maximum) refuse('questions-too-many', `question-${maximum}`, { maximum });
  return { form, refusals };
}

function readQuestion(
  { id, type: typedType, label: typedLabel, help: typedHelp, isRequired, choices }: EditedQuestion,
  field: string,
  refuse: Refuse,
): IntakeQuestion | undefined {
  const label = readLine(typedLabel, INTAKE_LIMITS.label);
  const help = toText(typedHelp, INTAKE_LIMITS.help);
  const type = QUESTION_TYPES.find((each) => each === typedType);
  const named = readChoices(choices);
  if (label.text === '' && help === '' && named.length === 0) return undefined;
  if (!ID.test(id)) refuse('id-invalid', field);
  if (!type) refuse('type-unknown', `${field}.type`);
  if (label.text === '') refuse('label-missing', `${field}.label`);
  if (label.isTooLong) refuse('label-too-long', `${field}.label`, { maximum: INTAKE_LIMITS.label });
  if (help.length > INTAKE_LIMITS.help) {
    refuse('help-too-long', `${field}.help`, { maximum: INTAKE_LIMITS.help });
  }
  // The editor keeps typed choices while the type changes back and forth; other types do not store them.
  const isChoice = type !== undefined && hasChoices({ type });
  if (isChoice) checkChoices(type, named, field, refuse);
  return {
    id,
    type: type ?? 'long-text',
    label: label.text,
    help,
    isRequired,
    choices: isChoice ? named.map(({ id: choiceId, text }) => ({ id: choiceId, label: text })) : [],
  };
}

interface NamedChoice {
  readonly id: string;
  readonly text: string;
  readonly isTooLong: boolean;
  readonly position: number;
}

/** A choice without a label does not exist. */
function readChoices(choices: readonly Choice[]): NamedChoice[] {
  return choices
    .map(({ id, label }, position) => ({ id, position, ...readLine(label, INTAKE_LIMITS.choice) }))
    .filter(({ text }) => text !== '');
}

function checkChoices(
  type: QuestionType,
  choices: readonly NamedChoice[],
  field: string,
  refuse: Refuse,
): void {
  const { single, multiple, most } = INTAKE_LIMITS.choices;
  const minimum = type === 'single-choice' ? single : multiple;
  if (choices.length < minimum) refuse('choices-too-few', `${field}.choice-0`, { minimum });
  if (choices.length > most) {
    refuse('choices-too-many', `${field}.choice-${most}`, { maximum: most });
  }
  const ids = new Set<string>();
  const labels = new Set<string>();
  for (const { id, text, isTooLong, position } of choices) {
    const at = `${field}.choice-${position}`;
    if (isTooLong) refuse('choice-too-long', at, { maximum: INTAKE_LIMITS.choice });
    if (!ID.test(id)) refuse('choice-id-invalid', at);
    else if (ids.has(id)) refuse('choice-id-repeated', at);
    // Buyers could not tell such choices apart.
    if (labels.has(text.toLowerCase())) refuse('choice-repeated', at);
    ids.add(id);
    labels.add(text.toLowerCase());
  }
}

/** `toLine` cuts a long line, and an editor has to know that. */
function readLine(
  typed: string,
  maximum: number,
): { readonly text: string; readonly isTooLong: boolean } {
  const text = toLine(typed, maximum + 1);
  return { text, isTooLong: Array.from(text).length > maximum };
}
