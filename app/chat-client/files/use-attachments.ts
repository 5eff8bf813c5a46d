import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { getJson } from '../../platform/api-client.ts';
import type { FileLimits } from '../../conversation/wire/files.ts';
import { Attachments } from './attachments.ts';
import type { FileUploads, UploadState } from './file-uploads.ts';
import type { GivenFile, PickedFile } from './picked-file.ts';

/** What a box knows of the files that wait in it. */
export interface AttachmentsView {
  /** False while there is nothing they could be added to. */
  readonly isOffered: boolean;
  readonly files: readonly PickedFile[];
  readonly states: ReadonlyMap<string, UploadState>;
  readonly problems: readonly string[];
  /** What a message that is sent now would carry. */
  readonly sendable: readonly PickedFile[];
  readonly add: (files: readonly GivenFile[]) => void;
  readonly remove: (id: string) => void;
  readonly retry: (id: string) => void;
  readonly dismissProblems: () => void;
  readonly take: () => readonly PickedFile[];
}

const NONE: ReadonlyMap<string, UploadState> = new Map();
const EMPTY = { files: [], problems: [] };
const nothing = () => () => {};

/** So often what failed is tried again while somebody has the box in front of them. */
const AGAIN_MS = 10_000;

/** The files of the box of one conversation; `sentIds` go with messages that are being sent. */
export function useAttachments(
  uploads: FileUploads | undefined,
  conversationId: string | null,
  sentIds: readonly string[],
): AttachmentsView {
  const box = useMemo(
    () =>
      uploads && conversationId !== null
        ? new Attachments({
            conversationId,
            uploads,
            readLimits: () => getJson<FileLimits>('/chat/file-limits'),
          })
        : undefined,
    [uploads, conversationId],
  );
  const state = useSyncExternalStore(
    box?.subscribe ?? nothing,
    box?.getState ?? (() => EMPTY),
    () => EMPTY,
  );
  const states = useSyncExternalStore(
    uploads?.subscribe ?? nothing,
    uploads?.getStates ?? (() => NONE),
    () => NONE,
  );
  const isFailing = state.files.some(({ id }) => states.get(id)?.canRetry);

  useEffect(() => {
    void box?.restore(sentIds);
    // Only what is there when the box appears was there before it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
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
    states,
    sendable: box?.sendable() ?? [],
    add: (files) => box?.add(files),
    remove: (id) => box?.remove(id),
    retry: (id) => box?.retry(id),
    dismissProblems: () => box?.dismissProblems(),
    take: () => box?.take() ?? [],
  };
}
