import type { Choices } from './command.ts';

const EVENT = 'open-palette';

/** Shows the palette; with `choices` at the second step of a command. */
export function openPalette(choices?: Choices): void {
  document.dispatchEvent(new CustomEvent(EVENT, { detail: choices }));
}

/** Calls `open` when somebody asked for the palette. Returns what ends that. */
export function onOpenPalette(open: (choices: Choices | undefined) => void): () => void {
  const listener = (event: Event) => open((event as CustomEvent<Choices | undefined>).detail);
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}
