import { useEffect, useRef, type RefObject } from 'react';

export function useNextSelection(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
): (from: number, to: number) => void {
  const selection = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    if (!selection.current) return;
    field.current?.setSelectionRange(...selection.current);
    selection.current = null;
  }, [field, text]);
  return (from, to) => {
    selection.current = [from, to];
  };
}
