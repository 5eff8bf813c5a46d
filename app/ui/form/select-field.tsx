import { useId, type ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import { FieldMessage } from './field-message.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly hint?: string;
  readonly error?: string | undefined;
  /** The label is read out but not shown, in rows whose column says it. */
  readonly isLabelHidden?: boolean;
}

/** A labelled choice of a few. */
export function SelectField({
  label,
  options,
  hint,
  error,
  isLabelHidden,
  ...select
}: SelectFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = error !== undefined || hint !== undefined;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'block text-[15px] font-semibold'}>
        {label}
      </label>
      <div className={`relative ${isLabelHidden ? '' : 'mt-2'}`}>
        <select
          {...select}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasMessage ? messageId : undefined}
          className="field appearance-none pr-12"
        >
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Icon
          name="caret-down"
          className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2"
        />
      </div>
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}
