import { Icon } from './icon.tsx';
import type { ReactNode } from 'react';

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
        <span dir="auto" className="mt-1.5 flex gap-1.5">
          <Icon name="warning-circle-fill" size={16} className="mt-[3px]" />
          {message}
        </span>
      )}
    </p>
  );
}

interface InlineMessageProps {
  readonly tone: 'success' | 'error';
  readonly children: ReactNode;
}

/** The caller must provide `role="status"` or `role="alert"`. */
export function InlineMessage({ tone, children }: InlineMessageProps) {
  const colours = tone === 'success' ? 'bg-success-tint text-success' : 'bg-error-tint text-error';
  return (
    <span
      className={`flex min-h-12 items-center gap-3 rounded-field border border-transparent px-4 py-3 text-[15px] font-[550] ${colours}`}
    >
      <Icon
        name={tone === 'success' ? 'check-circle-fill' : 'warning-circle-fill'}
        className="self-start mt-px"
      />
      <span>{children}</span>
    </span>
  );
}
