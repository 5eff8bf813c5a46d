/** What does nothing without React. Links lead on, the menu opens and the theme changes by itself. */
const NEEDS_REACT =
  'button:not([popovertarget], [data-theme-switch]), input, select, textarea, video';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a visitor did before React had the page. */
export interface KeptInput {
  /** Tells React what was typed and chosen. In the commit that takes the page over, before another. */
  giveFields(): void;
  /** Clicks and sends what was pressed, in its order, and keeps nothing from then on. */
  giveActs(): Promise<void>;
  /**
   * React cannot be had: forms go the way they go without it (when `maySend`), and other clicks are
   * forgotten. What was typed stays where it is.
   */
  giveBack(maySend: boolean): void;
}

interface Content {
  readonly text: string;
  readonly isChecked: boolean;
}

function contentOf(field: Field): Content {
  const isChecked = field instanceof HTMLInputElement && field.checked;
  return { text: field.value, isChecked };
}

interface Act {
  readonly element: HTMLElement;
  readonly sends: boolean;
  readonly again: () => void;
}

/**
 * Keeps clicks, letters and forms from now on, so that each reaches React once: none comes to it
 * before it is given, and what is given is not kept again. `onNeed` is called when somebody reaches
 * for something that needs React, and again for each thing they do with it.
 */
export function keepInput(onNeed: () => void): KeptInput {
  // With what they held last, because React may write over what it does not know of yet.
  const filled = new Map<Field, Content>();
  let acts: Act[] = [];
  let isLetThrough = false;
  let isComposing = false;

  function keepAct(act: Act): void {
    act.element.dataset.kept = '';
    acts.push(act);
  }

  const keepers: Readonly<Record<string, (event: Event) => void>> = {
    click(event) {
      const element = needing(event);
      if (!element) return;
      event.stopImmediatePropagation();
      // A field does its own part at once, and tells what became of it with the event `input`.
      if (isField(element)) return onNeed();
      event.preventDefault();
      const sends = element instanceof HTMLButtonElement && element.type === 'submit';
      keepAct({ element, sends, again: () => element.click() });
      onNeed();
    },
    submit(event) {
      const form = event.target as HTMLFormElement;
      const { submitter } = event as SubmitEvent;
      event.stopImmediatePropagation();
      event.preventDefault();
      keepAct({ element: form, sends: true, again: () => form.requestSubmit(submitter) });
      onNeed();
    },
    input: keepField,
    change: keepField,
    focusin: (event) => needing(event) && onNeed(),
    pointerdown: (event) => needing(event) && onNeed(),
    pointermove: (event) => hasMoved(event) && needing(event) && onNeed(),
    compositionstart: () => (isComposing = true),
    compositionend: () => (isComposing = false),
  };

  function keepField(event: Event): void {
    const element = needing(event);
    if (!element || !isField(element)) return;
    event.stopImmediatePropagation();
    // The last one comes last: of radio buttons it is the one that counts.
    filled.delete(element);
    filled.set(element, contentOf(element));
    onNeed();
  }

  function listen(event: Event): void {
    if (!isLetThrough) keepers[event.type]?.(event);
  }
  // In front of React, whose listeners are at the document.
  for (const type of Object.keys(keepers)) window.addEventListener(type, listen, true);

  function letThrough(work: () => void): void {
    isLetThrough = true;
    try {
      work();
    } finally {
      isLetThrough = false;
    }
  }

  return {
    giveFields() {
      for (const [field, content] of filled) {
        // A text that is being composed would break off if it were touched.
        if (isComposing && field === document.activeElement) {
          const later = () => setTimeout(() => giveField(field, contentOf(field)));
          field.addEventListener('compositionend', later, { once: true });
        } else letThrough(() => giveField(field, content));
      }
      filled.clear();
    },
    async giveActs() {
      // Each one meets the page as what came before it left it.
      const nextTurn = () => new Promise((resolve) => setTimeout(resolve));
      await nextTurn();
      const focused = document.activeElement;
      if (focused) letThrough(() => tell(focused, 'focusin'));
      for (let act = acts.shift(); act; act = acts.shift()) {
        delete act.element.dataset.kept;
        letThrough(act.again);
        await nextTurn();
        this.giveFields();
      }
      for (const type of Object.keys(keepers)) window.removeEventListener(type, listen, true);
    },
    giveBack(maySend) {
      const given = acts;
      acts = [];
      for (const { element } of given) delete element.dataset.kept;
      const sending = given.findLast(({ sends }) => sends);
      if (maySend && sending) letThrough(sending.again);
    },
  };
}

/** A page that appears under a pointer that rests tells of a move as well. */
export function hasMoved(event: Event): boolean {
  const { movementX, movementY } = event as PointerEvent;
  return movementX !== 0 || movementY !== 0;
}

function needing({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(NEEDS_REACT) : null;
}

function isField(element: HTMLElement): element is Field {
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
