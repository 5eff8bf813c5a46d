import type { Choices } from './command.ts';

const EVENT = 'open-palette';

/** Opens the palette, with `choices` at the second step of a command. */
export function openPalette(choices?: Choices): void {
  document.dispatchEvent(new CustomEvent(EVENT, { detail: choices }));
}

/** Calls `open` when the palette is requested. Returns a function that removes the listener. */
export function onOpenPalette(open: (choices: Choices | undefined) => void): () => void {
  const listener = (event: Event) => open((event as CustomEvent<Choices | undefined>).detail);
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}
