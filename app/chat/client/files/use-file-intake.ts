import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { GivenFile } from './picked-file.ts';

/**
 * Accepts files dropped on or pasted into `zone`; returns true while files are dragged over it. `isThere` is
 * true while the zone is mounted. Pasted text that comes with an image of itself, as from a spreadsheet,
 * stays text.
 */
export function useFileIntake(
  zone: RefObject<HTMLElement | null>,
  isThere: boolean,
  onFiles: (files: readonly GivenFile[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const element = zone.current;
    if (!element || !isThere) return undefined;
    const ending = new AbortController();
    const listen = <K extends keyof HTMLElementEventMap>(
      name: K,
      work: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(name, work, { signal: ending.signal });
    listen('paste', (event) => {
      const { files, types } = event.clipboardData ?? new DataTransfer();
      if (files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      take([...files]);
    });
    listen('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', (event) => {
      if (!element.contains(event.relatedTarget as Node | null)) setOver(false);
    });
    listen('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take(filesOf(event));
    });
    return () => ending.abort();
  }, [zone, isThere]);
  return isOver;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Folders are skipped, because they cannot be read as files. */
function filesOf({ dataTransfer }: DragEvent): GivenFile[] {
  return [...(dataTransfer?.items ?? [])].flatMap((item) => {
    const isFolder = item.webkitGetAsEntry()?.isDirectory ?? false;
    const file = isFolder ? null : item.getAsFile();
    return file ? [file] : [];
  });
}
