import { Icon } from '../icon.tsx';

interface FieldMessageProps {
  readonly id: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
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
