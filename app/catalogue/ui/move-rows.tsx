import { useRef, useState, type HTMLAttributes } from 'react';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { t } from '../../i18n/translate.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { EntryKind } from '../protocol/entry.ts';

interface DraggedRow {
  readonly id: string;
  readonly groupId: string;
}

export type RowDragging = HTMLAttributes<HTMLTableRowElement> & {
  readonly 'data-is-target': boolean | undefined;
};

/**
 * Reorders the rows of a group by drag and drop. Each row also has buttons for the keyboard and for browsers
 * without scripts.
 */
export function useRowDrag(rows: readonly DraggedRow[]) {
  const sender = useRef<HTMLFormElement>(null);
  const [dragged, setDragged] = useState<DraggedRow>();
  const [over, setOver] = useState<string>();

  function drop(onto: DraggedRow): void {
    setOver(undefined);
    setDragged(undefined);
    if (!dragged || !sender.current || onto.id === dragged.id) return;
    const from = rows.findIndex(({ id }) => id === dragged.id);
    const to = rows.findIndex(({ id }) => id === onto.id);
    // A row dragged down goes behind the target row, a row dragged up goes in front of it.
    const before = from < to ? rows[to + 1] : onto;
    const { elements } = sender.current;
    (elements.namedItem('id') as HTMLInputElement).value = dragged.id;
    (elements.namedItem('before') as HTMLInputElement).value =
      before?.groupId === onto.groupId ? before.id : '';
    sender.current.requestSubmit();
  }

  const rowProps = (row: DraggedRow): RowDragging => ({
    draggable: true,
    'data-is-target': over === row.id || undefined,
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(row);
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
    onDragOver: (event) => {
      if (dragged?.groupId !== row.groupId) return;
      event.preventDefault();
      setOver(row.id);
    },
    onDrop: (event) => {
      event.preventDefault();
      drop(row);
    },
  });

  const form = (
    <ActionForm ref={sender} preventScrollReset className="hidden">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="kind" value="service" />
      <input type="hidden" name="id" defaultValue="" />
      <input type="hidden" name="before" defaultValue="" />
    </ActionForm>
  );
  return { form, rowProps };
}

interface MoveButtonsProps {
  readonly kind: EntryKind;
  readonly id: string;
  readonly title: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A disabled button stays focusable, so that the focus is not lost. */
export function MoveButtons(props: MoveButtonsProps) {
  const { kind, id, title, isFirst, isLast } = props;
  return (
    <ActionForm preventScrollReset className="flex gap-1">
      <HiddenFields fields={{ intent: 'move', kind, id }} />
      <button
        type="submit"
        name="to"
        value="up"
        aria-label={t('Move {title} up', { title })}
        aria-disabled={isFirst}
        className="icon-button aria-disabled:opacity-40"
      >
        <Icon name="caret-up" />
      </button>
      <button
        type="submit"
        name="to"
        value="down"
        aria-label={t('Move {title} down', { title })}
        aria-disabled={isLast}
        className="icon-button aria-disabled:opacity-40"
      >
        <Icon name="caret-down" />
      </button>
    </ActionForm>
  );
}
