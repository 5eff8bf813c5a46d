import {
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  useEffectEvent,
  type RefObject,
} from 'react';
import { getJson } from '../../../platform/api-client.ts';
import type { FileLimits } from '../../protocol/files.ts';
import { neverChanges } from '../../../ui/use-hydrated.ts';
import { Attachments } from './attachments.ts';
import type { FileUploads, UploadState } from './file-uploads.ts';
import type { GivenFile, PickedFile } from './picked-file.ts';

export interface AttachmentsView {
  /** False while there is no conversation to add files to. */
  readonly isOffered: boolean;
  readonly files: readonly PickedFile[];
  readonly states: ReadonlyMap<string, UploadState>;
  readonly problems: readonly string[];
  readonly sendable: readonly PickedFile[];
  readonly add: (files: readonly GivenFile[]) => void;
  readonly remove: (id: string) => void;
  readonly retry: (id: string) => void;
  readonly dismissProblems: () => void;
  readonly take: () => readonly PickedFile[];
}

const NONE: ReadonlyMap<string, UploadState> = new Map();
const EMPTY = { files: [], problems: [] };

/** The retry interval for failed uploads while the composer is visible. */
const AGAIN_MS = 10_000;

interface Box {
  readonly uploads: FileUploads;
  /** Null while there is no conversation to add files to. */
  readonly conversationId: string | null;
  /** The error message for adding files without a conversation. */
  readonly otherwise: string;
  readonly sentIds: readonly string[];
  readonly author?: string;
}

export function useAttachments({
  uploads,
  conversationId,
  otherwise,
  sentIds,
  author,
}: Box): AttachmentsView {
  const [isEarly, setEarly] = useState(false);
  const box = useMemo(
    () =>
      conversationId !== null
        ? new Attachments({
            conversationId,
            author,
            uploads,
            readLimits: () => getJson<FileLimits>('/chat/file-limits'),
          })
        : undefined,
    [uploads, conversationId, author],
  );
  const state = useSyncExternalStore(
    box?.subscribe ?? neverChanges,
    box?.getState ?? (() => EMPTY),
    () => EMPTY,
  );
  const states = useSyncExternalStore(uploads.subscribe, uploads.getStates, () => NONE);
  const isFailing = state.files.some(({ id }) => states.get(id)?.canRetry);

  useEffect(() => {
    void box?.restore(sentIds);
    // Only messages that are being sent when the composer appears can have stored files.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is sent later does not restore anew
  }, [box]);
  useEffect(() => {
    if (!box || !isFailing) return undefined;
    const again = () => box.retryAll();
    window.addEventListener('online', again);
    const timer = setInterval(again, AGAIN_MS);
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [box, isFailing]);

  return {
    isOffered: box !== undefined,
    ...state,
    problems: box ? state.problems : isEarly ? [otherwise] : [],
    states,
    sendable: box?.sendable() ?? [],
    add: (files) => (box ? box.add(files) : setEarly(true)),
    remove: (id) => box?.remove(id),
    retry: (id) => box?.retry(id),
    dismissProblems: () => (box ? box.dismissProblems() : setEarly(false)),
    take: () => box?.take() ?? [],
  };
}

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
