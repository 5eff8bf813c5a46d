import type { IconName } from '../icon-names.ts';
import { useEffect, useRef } from 'react';
import { isComposing } from '../is-composing.ts';

export interface Command {
  readonly id: string;
  /** The name, worded like a button. */
  readonly name: string;
  readonly icon?: IconName;
  /** Tells apart commands with the same name. */
  readonly note?: string;
  readonly keys?: string;
  /** More words that the search matches. */
  readonly words?: string;
  /** Runs the command, unless `choices` asks for a second step. */
  run(): unknown;
  readonly choices?: Choices;
}

export interface Choices {
  readonly ask: string;
  read(): Promise<readonly Command[]> | readonly Command[];
}

export interface CommandGroup {
  readonly name: string;
  /** The distance from the user's focus; group 0 is listed first. */
  readonly distance: number;
  readonly commands: readonly Command[];
}

type Source = () => CommandGroup;

const sources = new Set<Source>();

/** Offers commands to the palette while the calling component is mounted. */
export function useCommands(source: Source): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const read = () => latest.current();
    sources.add(read);
    return () => void sources.delete(read);
  }, []);
}

/** Returns the commands that are available now, nearest group first. */
export function offeredCommands(): CommandGroup[] {
  return [...sources]
    .map((read) => read())
    .filter(({ commands }) => commands.length > 0)
    .toSorted((one, other) => one.distance - other.distance);
}

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

/**
 * Collects the keys typed while the palette loads. Without this, letters would be lost or run shortcuts of
 * the page.
 */
export class TypedAhead {
  #text = '';
  readonly #isOver = new AbortController();
  readonly #onEscape: () => void;

  constructor(onEscape: () => void) {
    this.#onEscape = onEscape;
    document.addEventListener('keydown', this.#take, {
      capture: true,
      signal: this.#isOver.signal,
    });
  }

  get isOver(): boolean {
    return this.#isOver.signal.aborted;
  }

  /** Returns the collected text for the palette's field and stops collecting. */
  hand(): string {
    this.#isOver.abort();
    return this.#text;
  }

  /** Collects a key, except shortcuts of the browser. */
  readonly #take = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') {
      this.#isOver.abort();
      this.#onEscape();
    } else if (event.key === 'Backspace') this.#text = this.#text.slice(0, -1);
    else if (event.key.length === 1) this.#text += event.key;
  };
}
