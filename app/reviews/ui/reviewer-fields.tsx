import { FieldError } from '../../ui/field-error.tsx';
import { NAME_MAX_LENGTH, type ReviewDraft, type ReviewField } from '../rules.ts';
import { say } from '../../platform/say.ts';

interface ReviewerFieldsProps {
  /** The ids of the fields begin with this id: `${id}-name`. */
  readonly id: string;
  readonly draft: ReviewDraft | undefined;
  readonly errorOf: (field: ReviewField) => string | undefined;
  readonly onChange: (field: ReviewField) => void;
  readonly onEmailLeft: (email: string) => void;
}

/** The fields are shown while this browser's identity is unknown. */
export function ReviewerFields({ id, draft, errorOf, onChange, onEmailLeft }: ReviewerFieldsProps) {
  const link = (field: ReviewField) => ({
    id: `${id}-${field}`,
    name: field,
    'aria-invalid': errorOf(field) ? true : undefined,
    'aria-describedby': errorOf(field) ? `${id}-${field}-error` : undefined,
    onInput: () => onChange(field),
  });
  return (
    <fieldset className="mt-7">
      <legend>
        <h3 className="text-[22px] leading-tight">{say('Tell Us About You')}</h3>
      </legend>
      <div className="mt-3 grid gap-x-4 gap-y-4 lg:grid-cols-2">
        <div>
          <label className="field-label" htmlFor={`${id}-name`}>
            {say('Name')}
          </label>
          <input
            dir="auto"
            {...link('name')}
            autoComplete="name"
            maxLength={NAME_MAX_LENGTH}
            defaultValue={draft?.name ?? ''}
            className="field"
          />
          <FieldError id={`${id}-name-error`} message={errorOf('name')} />
        </div>
        <div>
          <label className="field-label" htmlFor={`${id}-email`}>
            {say('Email')}
          </label>
          <input
            dir="auto"
            {...link('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            defaultValue={draft?.email ?? ''}
            className="field"
            onBlur={(event) => onEmailLeft(event.currentTarget.value)}
          />
          <FieldError id={`${id}-email-error`} message={errorOf('email')} />
        </div>
      </div>
    </fieldset>
  );
}
