import { createContext, use } from 'react';

export interface SendingButton {
  readonly name: string;
  readonly value: string;
}

/** The button that submitted the surrounding form; undefined while nothing is being sent. */
export const SentBy = createContext<SendingButton | undefined>(undefined);

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
