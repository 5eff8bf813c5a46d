import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useIsSending } from './sending.ts';

interface SubmitButtonProps extends Pick<
  ComponentProps<'button'>,
  'name' | 'formAction' | 'aria-label' | 'title'
> {
  readonly value?: string;
  readonly children: ReactNode;
  /** Said in place of the label while the form is on its way. */
  readonly busyLabel?: string;
  readonly className?: string;
}

/** Sends the form around it; turns a spinner meanwhile, but keeps the focus. */
export function SubmitButton({
  children,
  busyLabel,
  className = 'button button-primary',
  ...button
}: SubmitButtonProps) {
  const isBusy = useIsSending(button);
  return (
    // Only marked as disabled: a disabled button would lose the keyboard's focus.
    <button
      {...button}
      type="submit"
      className={className}
      aria-busy={isBusy}
      aria-disabled={isBusy}
    >
      {isBusy && <Icon name="spinner-gap" size={20} className="animate-spin" />}
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}
