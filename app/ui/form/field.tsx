import { useId, type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../icon.tsx';
import { t } from '../../i18n/translate.ts';

interface FieldMessageProps {
  readonly id: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** Hides the label visually in rows whose column has a heading. */
  readonly isLabelHidden?: boolean;
  readonly children: (control: Control) => ReactNode;
}

interface Control {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export type FieldOf<Element extends 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<Element>,
  'id' | 'className' | 'children'
> &
  Omit<FieldProps, 'children'>;

export function Field({ label, hint, error, aside, isLabelHidden, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = error !== undefined || hint !== undefined;
  return (
    <div className="min-w-0">
      <div className={isLabelHidden ? 'sr-only' : 'mb-2 flex items-baseline justify-between gap-4'}>
        <label htmlFor={id} className="text-[15px] font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasMessage ? messageId : undefined,
      })}
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}

export function FieldMessage({ id, hint, error }: FieldMessageProps) {
  if (error !== undefined) {
    return (
      <p
        id={id}
        role="alert"
        className="mt-2 flex items-start gap-2 text-[13.5px] font-semibold text-error"
      >
        <Icon name="warning-circle-fill" size={16} className="mt-[2.5px]" />
        {error}
      </p>
    );
  }
  return hint === undefined ? null : (
    <p id={id} className="mt-2 text-[13.5px] text-ink-3">
      {hint}
    </p>
  );
}

export function TextField({ label, hint, error, aside, ...input }: FieldOf<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input dir="auto" {...input} {...control} className="field" />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, ...area }: FieldOf<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea dir="auto" {...area} {...control} className="field block py-3" />}
    </Field>
  );
}

interface SelectFieldProps extends FieldOf<'select'> {
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

export function SelectField(props: SelectFieldProps) {
  const { label, options, hint, error, isLabelHidden, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden ?? false}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="field appearance-none pe-12">
            {options.map(({ value, name }) => (
              <option dir="auto" key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon
            name="caret-down"
            className="pointer-events-none absolute top-1/2 end-4 -translate-y-1/2"
          />
        </div>
      )}
    </Field>
  );
}

interface PasswordFieldProps extends FieldOf<'input'> {
  readonly label: string;
}

export function PasswordField({ label, hint, error, aside, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [hasScript, setHasScript] = useState(false);
  // The button needs JavaScript, so it is rendered only after hydration.
  useEffect(() => setHasScript(true), []);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            dir="auto"
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className="field pe-14"
          />
          {hasScript && (
            <button
              type="button"
              className="icon-button absolute top-1/2 end-1 -translate-y-1/2 rounded-chip"
              aria-label={t('Show {label}', { label })}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-slash' : 'eye'} />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
