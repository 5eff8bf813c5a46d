import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useIsSending } from './sending.ts';

interface SubmitButtonProps extends Pick<
  ComponentProps<'button'>,
  'name' | 'formAction' | 'aria-label' | 'title'
> {
  readonly value?: string;
  readonly children: ReactNode;
  readonly busyLabel?: string;
  readonly className?: string;
}

export function SubmitButton({
  children,
  busyLabel,
  className = 'button button-primary',
  ...button
}: SubmitButtonProps) {
  const isBusy = useIsSending(button);
  return (
    // `aria-disabled` is used instead of `disabled`, because a disabled button would lose the focus.
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
