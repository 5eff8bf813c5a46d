import { createContext } from 'react';

interface Slot {
  readonly prefix: string;
  readonly position: number;
  /** The slot whose stored values and errors the fields begin with. -1 for a duplicate. */
  readonly source: number;
  readonly copied?: Readonly<Record<string, string>> | undefined;
}

/** The fields inside are named by their part alone, such as 'title'. */
export const SlotContext = createContext<Slot | null>(null);

export function nameAt({ prefix, position }: Pick<Slot, 'prefix' | 'position'>, part: string) {
  return `${prefix}.${position}.${part}`;
}
