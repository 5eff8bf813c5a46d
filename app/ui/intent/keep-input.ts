/** What does nothing without React. Links lead on, the menu opens and the theme changes by itself. */
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
  /** With the element that stands there by then. */
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
 * For these React would take over all that is left of the page at once, and whoever pressed would wait for
 * it. Nothing is lost: what comes of them, a click or a letter, is kept.
 */
const PRESSES = /down$|up$|press$|^touch/;

/**
 * Keeps clicks, letters and forms from now on, so that each reaches React once: none comes to it
 * before it is given, and what is given is not kept again. `onNeed` is called when somebody reaches
 * for something that needs React, and again for each thing they do with it.
 */
export class KeptInput {
  readonly #onNeed: () => void;
  // With what they held last, because React may write over what it does not know of yet.
  readonly #filled = new Map<Field, Content>();
  /** Each one's number among those that look the same. */
  readonly #places = new Map<Element, number>();
  #acts: Act[] = [];
  #isLetThrough = false;
  #isComposing = false;
  #isQuiet = true;

  constructor(onNeed: () => void) {
    this.#onNeed = onNeed;
    // In front of React, whose listeners are at the document.
    for (const type of TYPES) window.addEventListener(type, this.#listen, true);
    window.addEventListener('toggle', this.#forget, true);
  }

  /** Tells React what was typed and chosen, as soon as it has the page. */
  giveFields(): void {
    this.#isQuiet = false;
    for (const [kept, content] of this.#filled) {
      const field = this.#inPage(kept);
      if (!field) continue;
      // Closed again: opening it clears its search.
      if (field.closest('[popover]:not(:popover-open)')) continue;
      // A text that is being composed would break off if it were touched.
      if (this.#isComposing && field === document.activeElement) {
        const later = () => setTimeout(() => giveField(field, contentOf(field)));
        field.addEventListener('compositionend', later, { once: true });
      } else this.#letThrough(() => giveField(field, content));
    }
    this.#filled.clear();
  }

  /** Clicks and sends what was pressed, in its order, and keeps nothing from then on. */
  async giveActs(): Promise<void> {
    // Each one meets the page as what came before it left it.
    const nextTurn = () => new Promise((resolve) => setTimeout(resolve));
    await nextTurn();
    const focused = document.activeElement;
    if (focused) this.#letThrough(() => tell(focused, 'focusin'));
    for (let act = this.#acts.shift(); act; act = this.#acts.shift()) {
      delete act.element.dataset.kept;
      const element = this.#inPage(act.element);
      if (element) this.#letThrough(() => act.again(element));
      await nextTurn();
      this.giveFields();
    }
    // What was typed since React has the page, too; from here on React hears it itself.
    this.giveFields();
    for (const type of TYPES) window.removeEventListener(type, this.#listen, true);
    window.removeEventListener('toggle', this.#forget, true);
  }

  /**
   * React cannot be had: a form goes the way it goes without it (when `maySend`), and other clicks
   * are forgotten, unless it may come still. What was typed stays where it is.
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
      if (element && this.#isKept(event, element)) this.#onNeed();
    }
  };

  /** Opening the menu clears its search (SPEC §4), with what was typed into it before. */
  readonly #forget = ({ target, newState }: ToggleEvent): void => {
    if (newState !== 'open' || !(target as Element).matches('[popover]')) return;
    for (const field of this.#filled.keys()) {
      if (!(target as Element).contains(field)) continue;
      this.#filled.delete(field);
      if (field instanceof HTMLInputElement) field.value = field.defaultValue;
    }
  };

  /** False for a pointer that only rests. */
  #isKept(event: Event, element: HTMLElement): boolean {
    if (event.type === 'click') this.#keepClick(event, element);
    else if (event.type === 'input' || event.type === 'change') this.#keepField(event, element);
    else if (event.type === 'pointermove') return hasMoved(event);
    return true;
  }

  #keepClick(event: Event, element: HTMLElement): void {
    event.stopImmediatePropagation();
    // A field does its own part at once, and tells what became of it with the event `input`.
    if (isField(element)) return;
    event.preventDefault();
    const sends = element instanceof HTMLButtonElement && element.type === 'submit';
    this.#keepAct({ element, sends, again: (now) => now.click() });
  }

  #keepField(event: Event, element: HTMLElement): void {
    if (!isField(element)) return;
    event.stopImmediatePropagation();
    // The last one comes last: of radio buttons it is the one that counts.
    this.#filled.delete(element);
    this.#filled.set(element, contentOf(element));
    this.#places.set(element, placeOf(element));
  }

  #keepForm(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (submitter) this.#places.set(submitter, placeOf(submitter));
    const again = (now: HTMLElement) =>
      (now as HTMLFormElement).requestSubmit(submitter && this.#inPage(submitter));
    this.#keepAct({ element: form, sends: true, again });
    this.#onNeed();
  }

  #keepAct(act: Act): void {
    act.element.dataset.kept = '';
    this.#places.set(act.element, placeOf(act.element));
    this.#acts.push(act);
  }

  /**
   * Where the page differs from what React expects, as after an extension that translates it, React makes
   * all of it anew: what was done to an element is then meant for the one in its place.
   */
  #inPage<T extends Element>(element: T): T | null {
    if (element.isConnected) return element;
    return (alike(element)[this.#places.get(element) ?? 0] as T | undefined) ?? null;
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

/** Others of this window still hear it. Outside of fields a key may be a shortcut. */
function hush(event: Event): void {
  const { type, target } = event;
  const isShortcut = type.startsWith('key') && !(target instanceof Element && isField(target));
  if (PRESSES.test(type) && !isShortcut) event.stopPropagation();
}

/** A page that appears under a pointer that rests tells of a move as well. */
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
 * Lets React see what a field holds as something new. It compares with what it last knew, which for
 * a field that was filled before it came is the same: so the field goes back for a moment.
 */
function giveField(field: Field, { text, isChecked }: Content): void {
  if (field instanceof HTMLSelectElement) {
    field.value = text;
    tell(field, 'change');
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (isChecked === field.defaultChecked) return;
    field.checked = !isChecked;
    field.click();
  } else giveText(field, text);
  if (field !== document.activeElement) tell(field, 'focusout');
}

function giveText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  // Past React, which watches the field's own property.
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  // Null where a kind of field does not tell where its caret is.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  tell(field, 'input');
}

function tell(element: Element, type: string): void {
  element.dispatchEvent(new Event(type, { bubbles: true }));
}
