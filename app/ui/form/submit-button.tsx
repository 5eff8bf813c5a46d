import { type ComponentProps, type ReactNode, createContext, use } from 'react';
import { Icon } from '../icon.tsx';

export interface SendingButton {
  readonly name: string;
  readonly value: string;
}

/** The button that submitted the surrounding form; undefined while nothing is being sent. */
export const SentBy = createContext<SendingButton | undefined>(undefined);

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

export function nameOf(button: HTMLElement | null): SendingButton {
  return {
    name: button?.getAttribute('name') ?? '',
    value: button?.getAttribute('value') ?? '',
  };
}

/** True while the surrounding form is being sent by a button with this name and value. */
export function useIsSending({
  name = '',
  value = '',
}: {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
}): boolean {
  const sentBy = use(SentBy);
  return sentBy?.name === name && sentBy.value === value;
}
