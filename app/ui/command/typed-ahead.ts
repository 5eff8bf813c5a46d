import { isComposing } from '../is-composing.ts';

/**
 * What is typed between asking for the palette and its being there. Until then the focus is elsewhere: a
 * letter would be lost, or taken for a shortcut of the page.
 */
export class TypedAhead {
  #text = '';
  readonly #isOver = new AbortController();
  readonly #onEscape: () => void;

  /** Takes keys from this moment on. */
  constructor(onEscape: () => void) {
    this.#onEscape = onEscape;
    document.addEventListener('keydown', this.#take, {
      capture: true,
      signal: this.#isOver.signal,
    });
  }

  /** Whether nothing is taken any longer. */
  get isOver(): boolean {
    return this.#isOver.signal.aborted;
  }

  /** What was typed so far, for the field that is there and has the focus; from now on nothing is taken. */
  hand(): string {
    this.#isOver.abort();
    return this.#text;
  }

  /** Takes the key for the palette; leaves those that are the browser's. */
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
