import { useEffect, useRef } from 'react';
import type { CommandGroup } from './command.ts';

type Source = () => CommandGroup;

const sources = new Set<Source>();

/** Offers commands to the palette while the calling component is mounted. */
export function useCommands(source: Source): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const read = () => latest.current();
    sources.add(read);
    return () => void sources.delete(read);
  }, []);
}

/** Returns the commands that are available now, nearest group first. */
export function offeredCommands(): CommandGroup[] {
  return [...sources]
    .map((read) => read())
    .filter(({ commands }) => commands.length > 0)
    .toSorted((one, other) => one.distance - other.distance);
}
