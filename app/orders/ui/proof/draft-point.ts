/** The place of the next comment in percent, as typed. Empty texts mean the whole file. */
export interface DraftPoint {
  readonly x: string;
  readonly y: string;
}

export const NO_POINT: DraftPoint = { x: '', y: '' };

const clamp = (value: number) => Math.min(100, Math.max(0, Math.round(value * 10) / 10));

export function pointAt(x: number, y: number): DraftPoint {
  return { x: String(clamp(x)), y: String(clamp(y)) };
}

/** Returns undefined until both numbers are typed. */
export function placeOf({
  x,
  y,
}: DraftPoint): { readonly x: number; readonly y: number } | undefined {
  const [left, top] = [Number(x), Number(y)];
  const isComplete = x.trim() !== '' && y.trim() !== '' && !Number.isNaN(left + top);
  return isComplete ? { x: clamp(left), y: clamp(top) } : undefined;
}
