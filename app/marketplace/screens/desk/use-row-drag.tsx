import { useRef, useState, type HTMLAttributes } from 'react';
import { ActionForm } from '../../../ui/form/action-form.tsx';

interface DraggedRow {
  readonly id: string;
  readonly groupId: string;
}

/** What makes a row one that can be dragged. */
export type RowDragging = HTMLAttributes<HTMLTableRowElement> & {
  readonly 'data-is-target': boolean | undefined;
};

/**
 * Rows of one group change their order by dragging one in front of another; what a pointer does here
 * the buttons of each row do for the keyboard, and without scripts.
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
    // Dragged down it goes behind the row it was dropped on, dragged up in front of it.
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
