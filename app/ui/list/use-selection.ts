import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type MouseEvent,
  type RefObject,
} from 'react';

interface Selection {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly count: number;
  readonly isAll: boolean;
  readonly toggleAll: (event: ChangeEvent<HTMLInputElement>) => void;
  /** Shift with a click selects all rows between this and the last one. */
  readonly onClick: (event: MouseEvent<HTMLInputElement>) => void;
}

/** Counts the checked boxes of a table's rows. The boxes are uncontrolled, so that they work without scripts. */
export function useSelection(rows: readonly unknown[], resetBy: unknown): Selection {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<HTMLInputElement>(undefined);
  const [count, setCount] = useState(0);

  const boxes = () => [
    ...(body.current?.querySelectorAll<HTMLInputElement>('input[name="row"]') ?? []),
  ];
  const recount = () => setCount(boxes().filter(({ checked }) => checked).length);

  function toggleAll({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    for (const box of boxes()) box.checked = currentTarget.checked;
    recount();
  }

  function onClick({ currentTarget: target, shiftKey }: MouseEvent<HTMLInputElement>): void {
    const all = boxes();
    const [from, to] = [last.current ? all.indexOf(last.current) : -1, all.indexOf(target)];
    if (shiftKey && from !== -1) {
      const [start, end] = [Math.min(from, to), Math.max(from, to)];
      for (const box of all.slice(start, end + 1)) box.checked = target.checked;
    }
    last.current = target;
    recount();
  }

  // A browser keeps boxes checked after Back and before hydration.
  useEffect(recount, [rows]);
  useEffect(() => {
    if (resetBy === undefined) return;
    for (const box of boxes()) box.checked = false;
    recount();
  }, [resetBy]);

  return { body, count, isAll: count > 0 && count === rows.length, toggleAll, onClick };
}
