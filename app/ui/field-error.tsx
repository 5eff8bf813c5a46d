import { Icon } from './icon.tsx';
import { sayAny } from '../platform/say.ts';

interface FieldErrorProps {
  /** The id for the field's `aria-describedby`. */
  readonly id: string;
  readonly message: string | undefined;
}

/**
 * Shows the error of the field above. The empty element stays in the page, because a live region is announced
 * only if it existed before its text.
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
