import { createContext, use } from 'react';

/** What tells the buttons of a form apart. */
export interface SendingButton {
  readonly name: string;
  readonly value: string;
}

/** The button that sent the form around it; undefined while nothing is on its way. */
export const SentBy = createContext<SendingButton | undefined>(undefined);

export function nameOf(button: HTMLElement | null): SendingButton {
  return {
    name: button?.getAttribute('name') ?? '',
    value: button?.getAttribute('value') ?? '',
  };
}

/** True while the form around it is on its way, sent by a button of this name and value. */
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
