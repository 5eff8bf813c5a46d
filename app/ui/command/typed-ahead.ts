import { isComposing } from '../is-composing.ts';

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
