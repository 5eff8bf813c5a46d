import { langOf, type Translated } from '../../platform/lang-of.ts';
import { FieldMessage, TextAreaField, TextField } from '../../ui/form/field.tsx';
import { useId } from 'react';
import { t } from '../../i18n/translate.ts';
import { INTAKE_LIMITS, type IntakeForm, type IntakeQuestion } from '../intake/intake-form.ts';
import { AddFiles, type AddFilesProps } from './add-files.tsx';
import { answerField, choiceField, type TypedForm } from '../protocol/order-form.ts';

interface IntakeFieldsProps extends Translated {
  readonly form: IntakeForm;
  readonly typed: TypedForm;
  readonly errorAt: (field: string) => string | undefined;
  /** The upload, at the first question for files: all files of an order answer this question. */
  readonly adding?: Omit<AddFilesProps, 'label' | 'lang' | 'hint'> | undefined;
  /** Says when files can be added, while there is no upload. */
  readonly filesText?: string;
}

/** The questions of a service, in the order form and on the order's page. */
export function IntakeFields(props: IntakeFieldsProps) {
  const { form, typed, errorAt, fallbacks, adding, filesText } = props;
  const first = form.find(({ type }) => type === 'files');
  return form.map((question) => (
    <IntakeField
      key={question.id}
      question={question}
      typed={typed}
      error={errorAt(answerField(question.id))}
      fallbacks={fallbacks}
      adding={question === first ? adding : undefined}
      filesText={
        filesText ?? (first && t('Add these files at “{question}”.', { question: first.label }))
      }
    />
  ));
}

interface IntakeFieldProps extends Translated {
  readonly question: IntakeQuestion;
  readonly typed: TypedForm;
  readonly error: string | undefined;
  readonly adding: IntakeFieldsProps['adding'];
  readonly filesText: string | undefined;
}

function IntakeField(props: IntakeFieldProps) {
  const { question, typed, error, fallbacks, adding, filesText } = props;
  const { id, type, label, help, isRequired } = question;
  const name = answerField(id);
  const hint = [isRequired ? '' : t('Optional'), help].filter(Boolean).join(' · ') || undefined;
  const field = {
    name,
    label,
    hint,
    error,
    lang: langOf({ fallbacks }, `intake.${id}`),
    defaultValue: typed[name] ?? '',
  };
  switch (type) {
    case 'long-text':
      return <TextAreaField {...field} rows={3} maxLength={INTAKE_LIMITS.longText} />;
    case 'number':
      return <TextField {...field} inputMode="decimal" autoComplete="off" />;
    case 'date':
      return <TextField {...field} type="date" />;
    case 'link':
      return <TextField {...field} inputMode="url" autoComplete="url" autoCapitalize="none" />;
    case 'single-choice':
    case 'multiple-choice':
      return <ChoiceField {...{ question, typed, error, fallbacks }} />;
    case 'files':
      if (adding) {
        // The limits of the upload follow the hint.
        return <AddFiles {...adding} label={label} lang={field.lang} hint={hint && `${hint} ·`} />;
      }
      return (
        <div>
          <p dir="auto" lang={field.lang} className="text-[15px] font-semibold">
            {label}
          </p>
          <p className="mt-1 text-[13.5px] text-ink-3">
            {[hint, filesText].filter(Boolean).join(' · ')}
          </p>
        </div>
      );
    default:
      return <TextField {...field} maxLength={INTAKE_LIMITS.shortText} />;
  }
}

function ChoiceField({
  question,
  typed,
  error,
  fallbacks,
}: Omit<IntakeFieldProps, 'adding' | 'filesText'>) {
  const { id, type, label, help, isRequired, choices } = question;
  const messageId = useId();
  const isMultiple = type === 'multiple-choice';
  const hint = [isRequired ? '' : t('Optional'), help].filter(Boolean).join(' · ') || undefined;
  return (
    <fieldset aria-describedby={messageId} aria-invalid={error === undefined ? undefined : true}>
      <legend
        dir="auto"
        lang={langOf({ fallbacks }, `intake.${id}`)}
        className="mb-1 text-[15px] font-semibold"
      >
        {label}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => {
          const name = isMultiple ? choiceField(id, choice.id) : answerField(id);
          const isChosen = isMultiple ? typed[name] !== undefined : typed[name] === choice.id;
          return (
            <label key={choice.id} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                dir="auto"
                name={name}
                value={isMultiple ? 'on' : choice.id}
                defaultChecked={isChosen}
                className="size-5 shrink-0 accent-primary"
              />
              <span dir="auto" lang={langOf({ fallbacks }, `intake.${id}.${choice.id}`)}>
                {choice.label}
              </span>
            </label>
          );
        })}
      </div>
      <FieldMessage id={messageId} hint={hint} error={error} />
    </fieldset>
  );
}
