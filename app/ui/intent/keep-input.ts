/** Elements that do nothing without React. Links, the menu and the theme switch work without it. */
const NEEDS_REACT =
  'button:not([popovertarget], [data-theme-switch]), input, select, textarea, video';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Content {
  readonly text: string;
  readonly isChecked: boolean;
}

interface Act {
  readonly element: HTMLElement;
  readonly sends: boolean;
  /** Repeats the action on the current element, which hydration may have replaced. */
  readonly again: (element: HTMLElement) => void;
}

const TYPES = [
  'click',
  'submit',
  'input',
  'change',
  'focusin',
  'pointerdown',
  'pointermove',
  'compositionstart',
  'compositionend',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'keydown',
  'keypress',
  'keyup',
];

/**
 * These events would make React hydrate the rest of the page synchronously, and the user would wait for it.
 * Hiding them loses nothing, because the click or letter that follows is recorded.
 */
const PRESSES = /down$|up$|press$|^touch/;

/**
 * Records clicks, text and form submissions before hydration and replays each to React exactly once. `onNeed`
 * runs whenever the user reaches for an element that needs React.
 */
export class PersistedInput {
  readonly #onNeed: () => void;
  // The last content is stored, because React may overwrite fields that were filled before hydration.
  readonly #filled = new Map<Field, Content>();
  /** The index of each element among those that look the same. */
  readonly #positions = new Map<Element, number>();
  #acts: Act[] = [];
  #isLetThrough = false;
  #isComposing = false;
  #isQuiet = true;

  constructor(onNeed: () => void) {
    this.#onNeed = onNeed;
    // The listeners are on `window`, so that they run before React's listeners on the document.
    for (const type of TYPES) window.addEventListener(type, this.#listen, true);
    window.addEventListener('toggle', this.#forget, true);
  }

  /** Hands the field contents over as soon as React has hydrated the page. */
  giveFields(): void {
    this.#isQuiet = false;
    for (const [saved, content] of this.#filled) {
      const field = this.#inPage(saved);
      if (!field) continue;
      // A closed menu is skipped: opening the menu clears its search.
      if (field.closest('[popover]:not(:popover-open)')) continue;
      // Changing a field during a text composition would abort the composition.
      if (this.#isComposing && field === document.activeElement) {
        const later = () => setTimeout(() => giveField(field, contentOf(field)));
        field.addEventListener('compositionend', later, { once: true });
      } else this.#letThrough(() => giveField(field, content));
    }
    this.#filled.clear();
  }

  /** Replays the recorded clicks and submissions in order and stops recording. */
  async giveActs(): Promise<void> {
    // Each action needs the page as the previous one has left it.
    const nextTurn = () => new Promise((resolve) => setTimeout(resolve));
    await nextTurn();
    const focused = document.activeElement;
    if (focused) this.#letThrough(() => notify(focused, 'focusin'));
    for (let act = this.#acts.shift(); act; act = this.#acts.shift()) {
      delete act.element.dataset.kept;
      const element = this.#inPage(act.element);
      if (element) this.#letThrough(() => act.again(element));
      await nextTurn();
      this.giveFields();
    }
    // Hands over text typed since hydration; React receives later input directly.
    this.giveFields();
    for (const type of TYPES) window.removeEventListener(type, this.#listen, true);
    window.removeEventListener('toggle', this.#forget, true);
  }

  /**
   * Handles a failed load of React: a form is submitted without JavaScript if `maySend` is true, and other
   * clicks are dropped unless `mayCome` is true. Typed text stays in its fields.
   */
  giveBack(maySend: boolean, mayCome: boolean): void {
    const given = this.#acts;
    this.#acts = mayCome ? given.filter(({ sends }) => !sends) : [];
    for (const act of given) if (!this.#acts.includes(act)) delete act.element.dataset.kept;
    const sending = given.findLast(({ sends }) => sends);
    if (maySend && sending) this.#letThrough(() => sending.again(sending.element));
  }

  readonly #listen = (event: Event): void => {
    if (this.#isLetThrough) return;
    if (this.#isQuiet) hush(event);
    if (event.type.startsWith('composition')) {
      this.#isComposing = event.type === 'compositionstart';
    } else if (event.type === 'submit') this.#keepForm(event as SubmitEvent);
    else {
      const element = needing(event);
      if (element && this.#isSaved(event, element)) this.#onNeed();
    }
  };

  /** Opening the menu clears its search (rule 14), including text recorded before. */
  readonly #forget = ({ target, newState }: ToggleEvent): void => {
    if (newState !== 'open' || !(target as Element).matches('[popover]')) return;
    for (const field of this.#filled.keys()) {
      if (!(target as Element).contains(field)) continue;
      this.#filled.delete(field);
      if (field instanceof HTMLInputElement) field.value = field.defaultValue;
    }
  };

  /** Returns false for a pointer that does not move. */
  #isSaved(event: Event, element: HTMLElement): boolean {
    if (event.type === 'click') this.#keepClick(event, element);
    else if (event.type === 'input' || event.type === 'change') this.#keepField(event, element);
    else if (event.type === 'pointermove') return hasMoved(event);
    return true;
  }

  #keepClick(event: Event, element: HTMLElement): void {
    event.stopImmediatePropagation();
    // A field handles its own click; its `input` event reports the result.
    if (isField(element)) return;
    event.preventDefault();
    const sends = element instanceof HTMLButtonElement && element.type === 'submit';
    this.#keepAct({ element, sends, again: (now) => now.click() });
  }

  #keepField(event: Event, element: HTMLElement): void {
    if (!isField(element)) return;
    event.stopImmediatePropagation();
    // The most recent field goes last, because the last of several radio buttons is the checked one.
    this.#filled.delete(element);
    this.#filled.set(element, contentOf(element));
    this.#positions.set(element, placeOf(element));
  }

  #keepForm(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (submitter) this.#positions.set(submitter, placeOf(submitter));
    const again = (now: HTMLElement) =>
      (now as HTMLFormElement).requestSubmit(submitter && this.#inPage(submitter));
    this.#keepAct({ element: form, sends: true, again });
    this.#onNeed();
  }

  #keepAct(act: Act): void {
    act.element.dataset.kept = '';
    this.#positions.set(act.element, placeOf(act.element));
    this.#acts.push(act);
  }

  /**
   * If the page differs from React's expectation, for example after a translating extension, React renders it
   * anew. The action is then meant for the element in the same place.
   */
  #inPage<T extends Element>(element: T): T | null {
    if (element.isConnected) return element;
    return (alike(element)[this.#positions.get(element) ?? 0] as T | undefined) ?? null;
  }

  #letThrough(work: () => void): void {
    this.#isLetThrough = true;
    try {
      work();
    } finally {
      this.#isLetThrough = false;
    }
  }
}

/** Other listeners on `window` still receive the event. A key outside a field may be a shortcut. */
function hush(event: Event): void {
  const { type, target } = event;
  const isShortcut = type.startsWith('key') && !(target instanceof Element && isField(target));
  if (PRESSES.test(type) && !isShortcut) event.stopPropagation();
}

/** A page that appears under a resting pointer also causes a move event. */
export function hasMoved(event: Event): boolean {
  const { movementX, movementY } = event as PointerEvent;
  return movementX !== 0 || movementY !== 0;
}

function needing({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(NEEDS_REACT) : null;
}

const placeOf = (element: Element) => alike(element).indexOf(element);

function alike(element: Element): Element[] {
  const looks = (one: Element) => [one.id, one.className, one.getAttribute('name')].join(' ');
  const own = looks(element);
  return [...document.getElementsByTagName(element.localName)].filter((one) => looks(one) === own);
}

function contentOf(field: Field): Content {
  const isChecked = field instanceof HTMLInputElement && field.checked;
  return { text: field.value, isChecked };
}

function isField(element: Element): element is Field {
  return element.matches('input, select, textarea');
}

/**
 * Makes React notice a field's content. React compares with the last value that it knows, which equals the
 * content of a field filled before hydration, so the field is reset for a moment.
 */
function giveField(field: Field, { text, isChecked }: Content): void {
  if (field instanceof HTMLSelectElement) {
    field.value = text;
    notify(field, 'change');
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (isChecked === field.defaultChecked) return;
    field.checked = !isChecked;
    field.click();
  } else giveText(field, text);
  if (field !== document.activeElement) notify(field, 'focusout');
}

function giveText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  // The prototype's setter bypasses React, which tracks the field's own property.
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  // Null for input types without a caret.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  notify(field, 'input');
}

function notify(element: Element, type: string): void {
  element.dispatchEvent(new Event(type, { bubbles: true }));
}
