import {
  useEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { textAt, useEntry } from './entry-fields.tsx';
import { SlotContext } from './slot-context.ts';

interface Item {
  readonly key: number;
  /** The slot whose stored values and errors the fields begin with. */
  readonly source: number;
  /** The values of a duplicate, by part. */
  readonly copied?: Readonly<Record<string, string>>;
}

interface SortableSlotsProps {
  /** The names of the fields are `{prefix}.{position}.{part}`. */
  readonly prefix: 'option' | 'intake' | 'checklist';
  readonly parts: readonly string[];
  readonly most: number;
  /** A slot is in use if one of these parts has a value. */
  readonly filledParts: readonly string[];
  /** The part that names an item in announcements. */
  readonly titlePart: string;
  readonly nameOf: (position: number) => string;
  readonly add: string;
  readonly children: () => ReactNode;
}

/** One empty slot is open below the filled ones. The rest is collapsed. */
const OPEN = 1;

/**
 * A list of field groups that is reordered by buttons and by dragging, and whose groups can be duplicated and
 * removed. The fields stay uncontrolled: an item keeps its elements, and only the position in their names changes.
 */
export function SortableSlots(props: SortableSlotsProps) {
  const { prefix, most, filledParts, titlePart, nameOf, children } = props;
  const page = useEntry();
  const list = useRef<HTMLDivElement>(null);
  const [items, setItems] = useState<readonly Item[]>(() =>
    Array.from({ length: most }, (_, index) => ({ key: index, source: index })),
  );
  const [open, setOpen] = useState(() => {
    const isFilled = (index: number) =>
      filledParts.some((part) => textAt(page, `${prefix}.${index}.${part}`) !== '');
    return Math.min(most, items.findLastIndex((_, index) => isFilled(index)) + 1 + OPEN);
  });
  const [answered, setAnswered] = useState(page.answer);
  if (page.answer !== answered) {
    // The server names values and errors by the positions that were sent.
    setAnswered(page.answer);
    setItems(items.map(({ key }, index) => ({ key, source: index })));
  }
  const [announcement, setAnnouncement] = useState('');
  const focusNext = useRef<string>(undefined);
  const isMoved = useRef(false);

  // Moving an element takes its focus away, and the names of the fields have changed.
  useEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    const next = focusNext.current;
    focusNext.current = undefined;
    const button = next === undefined ? null : list.current?.querySelector<HTMLElement>(next);
    button?.focus();
    // A button that kept the focus is not scrolled to by `focus()`.
    button?.scrollIntoView({ block: 'nearest' });
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [items, open]);

  const groupOf = (key: number) =>
    list.current?.querySelector<HTMLElement>(`[data-slot="${key}"]`) ?? null;

  function valueOf(key: number, part: string): string {
    const field = groupOf(key)?.querySelector<HTMLInputElement>(`[name$=".${part}"]`);
    if (field?.type === 'checkbox') return field.checked ? 'yes' : 'no';
    return field?.value ?? '';
  }

  const isEmpty = (key: number) => filledParts.every((part) => valueOf(key, part).trim() === '');

  const titleOf = (key: number, position: number) =>
    valueOf(key, titlePart).trim() || nameOf(position);

  function move(key: number, to: number, focus?: 'up' | 'down'): void {
    const from = items.findIndex((item) => item.key === key);
    if (from === -1 || to < 0 || to >= open || from === to) return;
    const moved = items.filter((item) => item.key !== key);
    moved.splice(to, 0, items[from]!);
    isMoved.current = true;
    if (focus) {
      // At an end of the list, only the other button can be used.
      const usable = to === 0 ? 'down' : to === open - 1 ? 'up' : focus;
      focusNext.current = `[data-slot="${key}"] [data-move="${usable}"]`;
    }
    setItems(moved);
    setAnnouncement(
      t('{title} is now at position {position} of {count}.', {
        title: titleOf(key, from),
        position: to + 1,
        count: open,
      }),
    );
  }

  function duplicate(key: number): void {
    const from = items.findIndex((item) => item.key === key);
    const unused = items.findLast((item) => isEmpty(item.key));
    if (!unused || from === -1) {
      setAnnouncement(t('There is no room for another one. Remove one first.'));
      return;
    }
    // The server gives the duplicate an id of its own.
    const copied = Object.fromEntries(
      props.parts.map((part) => [part, part === 'id' ? '' : valueOf(key, part)]),
    );
    const next = { key: Math.max(...items.map((item) => item.key)) + 1, source: -1, copied };
    const rest = items.filter((item) => item.key !== unused.key);
    const at = rest.findIndex((item) => item.key === key) + 1;
    rest.splice(at, 0, next);
    isMoved.current = true;
    focusNext.current = `[data-slot="${next.key}"] [name$=".${titlePart}"]`;
    setItems(rest);
    if (items.indexOf(unused) >= open) setOpen(Math.min(most, open + 1));
    setAnnouncement(
      t('{title} is duplicated at position {position}.', {
        title: titleOf(key, from),
        position: at + 1,
      }),
    );
  }

  function remove(key: number): void {
    const from = items.findIndex((item) => item.key === key);
    const empty = { key: Math.max(...items.map((item) => item.key)) + 1, source: -1, copied: {} };
    const rest = items.filter((item) => item.key !== key);
    const stillOpen = Math.max(OPEN, open - 1);
    setAnnouncement(t('{title} is removed.', { title: titleOf(key, from) }));
    isMoved.current = true;
    // The button is gone, so the focus goes to the same button of the group that took its place.
    const next = rest[Math.min(from, stillOpen - 1)] ?? empty;
    focusNext.current = `[data-slot="${next.key}"] [data-remove]`;
    setItems([...rest, empty]);
    setOpen(stillOpen);
  }

  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);

  function openNext(): void {
    const next = items[open];
    if (!next) return;
    isMoved.current = true;
    focusNext.current = `[data-slot="${next.key}"] [name$=".${titlePart}"]`;
    setOpen(open + 1);
  }

  const drag = useDrag(list, (key, to) => move(key, to));

  const group = ({ key, source, copied }: Item, position: number, isOpen: boolean) => (
    <fieldset
      key={key}
      data-slot={key}
      data-position={position}
      className={`grid gap-4 border-t border-line pt-4 ${drag.dragged === key ? 'bg-soft' : ''}`}
    >
      <legend className="float-left w-full font-semibold">{nameOf(position)}</legend>
      {isOpen && (
        <div className="needs-script clear-both flex flex-wrap gap-2">
          <button
            type="button"
            className="icon-button touch-none cursor-grab"
            aria-hidden
            tabIndex={-1}
            title={t('Drag to move')}
            onPointerDown={(event) => drag.begin(event, key)}
          >
            <Icon name="dots-three-vertical-bold" />
          </button>
          <Move
            direction="up"
            isAtEnd={position === 0}
            label={t('Move up: {name}', { name: nameOf(position) })}
            onPress={() => move(key, position - 1, 'up')}
          />
          <Move
            direction="down"
            isAtEnd={position === open - 1}
            label={t('Move down: {name}', { name: nameOf(position) })}
            onPress={() => move(key, position + 1, 'down')}
          />
          <button
            type="button"
            className="button button-line button-small"
            aria-label={t('Duplicate: {name}', { name: nameOf(position) })}
            onClick={() => duplicate(key)}
          >
            {t('Duplicate')}
          </button>
          <button
            type="button"
            data-remove
            className="button button-line button-small"
            aria-label={t('Remove: {label}', { label: nameOf(position) })}
            onClick={() => remove(key)}
          >
            {t('Remove')}
          </button>
        </div>
      )}
      <SlotContext value={{ prefix, position, source, copied }}>{children()}</SlotContext>
    </fieldset>
  );

  return (
    // Without scroll anchoring: the page would follow a moved group, away from the pointer.
    <div ref={list} className="grid gap-5 [overflow-anchor:none]">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {items.slice(0, open).map((item, position) => group(item, position, true))}
      {open < most && hasScript && (
        <button type="button" className="button button-line button-small w-fit" onClick={openNext}>
          {props.add}
        </button>
      )}
      {open < most && (
        // Its empty fields are sent as well. Without JavaScript it unfolds all of them.
        <details hidden={hasScript}>
          <summary className="opener font-semibold text-primary underline underline-offset-3">
            {props.add}
          </summary>
          <div className="mt-3 grid gap-5">
            {items.slice(open).map((item, index) => group(item, open + index, false))}
          </div>
        </details>
      )}
    </div>
  );
}

interface MoveProps {
  readonly direction: 'up' | 'down';
  readonly isAtEnd: boolean;
  readonly label: string;
  readonly onPress: () => void;
}

function Move({ direction, isAtEnd, label, onPress }: MoveProps) {
  return (
    <button
      type="button"
      data-move={direction}
      className="button button-line button-small"
      aria-label={label}
      // A disabled button would lose the focus.
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) onPress();
      }}
    >
      {direction === 'up' ? t('Move up') : t('Move down')}
    </button>
  );
}

/** Moves the dragged group as soon as the pointer passes the middle of another one. */
function useDrag(list: RefObject<HTMLElement | null>, move: (key: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>();
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });

  useEffect(() => {
    if (dragged === undefined) return undefined;
    const follow = (event: globalThis.PointerEvent) => {
      const own = list.current?.querySelector<HTMLElement>(`[data-slot="${dragged}"]`);
      const over = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>('[data-slot]');
      if (!own || !over || over === own || !list.current?.contains(over)) return;
      const { top, height } = over.getBoundingClientRect();
      const [from, to] = [Number(own.dataset.position), Number(over.dataset.position)];
      const isPast = event.clientY > top + height / 2;
      // Groups have different heights: moving before the middle would move back and forth.
      if (to > from === isPast) latest.current(dragged, to);
    };
    const end = () => setDragged(undefined);
    // The element moves in the document, which ends the capture of its pointer.
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [dragged, list]);

  return {
    dragged,
    begin(event: PointerEvent<HTMLElement>, key: number) {
      if (event.button !== 0) return;
      // Dragging selects no text.
      event.preventDefault();
      setDragged(key);
    },
  };
}
