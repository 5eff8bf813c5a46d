import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../icon.tsx';

interface SubmitButtonProps extends Pick<
  ComponentProps<'button'>,
  'name' | 'value' | 'formAction'
> {
  readonly isBusy: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Sends its form; turns a spinner meanwhile and cannot be pressed twice, but keeps the focus. */
export function SubmitButton({
  isBusy,
  children,
  className = 'button-primary',
  ...button
}: SubmitButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      className={`button ${className}`}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      {isBusy && <Icon name="spinner-gap" size={20} className="animate-spin" />}
      {children}
    </button>
  );
}
