import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldMessage } from './field-message.tsx';

interface FieldProps {
  readonly label: string;
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
