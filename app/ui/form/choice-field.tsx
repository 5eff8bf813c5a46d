import { useId, type ComponentProps, type ReactNode } from 'react';

interface ChoiceFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'> {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
}

export function CheckboxField({ label, hint, hidden, ...input }: ChoiceFieldProps) {
  const hintId = useId();
  return (
    <div hidden={hidden}>
      <label className="flex min-h-11 w-fit cursor-pointer items-start gap-3 py-2.5 [overflow-wrap:anywhere]">
        <input
          type="checkbox"
          {...input}
          aria-describedby={hint === undefined ? undefined : hintId}
          className="mt-0.5 size-5 shrink-0"
        />
        <span className="min-w-0">{label}</span>
      </label>
      {hint !== undefined && (
        <p id={hintId} className="ms-8 max-w-[41em] text-[14px] text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

export function RadioField(props: ChoiceFieldProps) {
  return <CheckboxField {...props} type="radio" />;
}
