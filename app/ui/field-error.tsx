import { Icon } from './icon.tsx';
import { sayAny } from '../platform/say.ts';

interface FieldErrorProps {
  /** What the field's `aria-describedby` names. */
  readonly id: string;
  readonly message: string | undefined;
}

/**
 * What is wrong with the field above. The element stays in the page while it is empty, because a
 * live region is only announced when it was there before its text.
 */
export function FieldError({ id, message }: FieldErrorProps) {
  return (
    <p id={id} role="alert" className="text-[13.5px] font-[550] text-error">
      {message && (
        <span className="mt-1.5 flex gap-1.5">
          <Icon name="warning-circle-fill" size={16} className="mt-[3px]" />
          {sayAny(message)}
        </span>
      )}
    </p>
  );
}
