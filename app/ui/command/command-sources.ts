import { useEffect, useRef } from 'react';
import type { CommandGroup } from './command.ts';

type Source = () => CommandGroup;

const sources = new Set<Source>();

/** Offers commands to the palette for as long as the component that can do them is in the page. */
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

/** What can be done at this moment, nearest first. */
export function offeredCommands(): CommandGroup[] {
  return [...sources]
    .map((read) => read())
    .filter(({ commands }) => commands.length > 0)
    .toSorted((one, other) => one.distance - other.distance);
}
