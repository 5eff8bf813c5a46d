import { useCallback, useEffect, useRef, useState } from 'react';
import {
  describeEmptyFile,
  formatFileCount,
  describeTooLargeFile,
  type FileLimits,
  type FileView,
} from '../../chat/protocol/files.ts';
import { ApiError } from '../../platform/api-client.ts';
import { t } from '../../i18n/translate.ts';

/** The state of a file: uploading, complete, or refused with a reason. */
export interface AddedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly isComplete: boolean;
  readonly problem?: string;
}

export type NamedBlob = Blob & { readonly name: string };

/** Splits files into those that can be added and messages about the others, before anything is uploaded. */
export function sortAdded(
  given: readonly NamedBlob[],
  alreadyThere: number,
  limits: FileLimits,
): { readonly taken: readonly NamedBlob[]; readonly problems: readonly string[] } {
  const taken: NamedBlob[] = [];
  const problems: string[] = [];
  for (const file of given) {
    if (file.size > limits.maxBytes) problems.push(describeTooLargeFile(file.name, limits));
    else if (file.size === 0) problems.push(describeEmptyFile(file.name));
    else if (alreadyThere + taken.length >= limits.maxCount) {
      problems.push(
        t('“{name}” was not added. Up to {count} go together.', {
          name: file.name,
          count: formatFileCount(limits.maxCount),
        }),
      );
    } else taken.push(file);
  }
  return { taken, problems };
}

/** Manages the files of a form: those that the server already has, and those that are being uploaded. */
export function useAddedFiles(address: string, waiting: readonly FileView[], limits: FileLimits) {
  const [added, setAdded] = useState<readonly AddedFile[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Map<string, AbortController>());
  const known = new Set(added.map(({ id }) => id));
  const files: readonly AddedFile[] = [
    ...waiting
      .filter(({ id }) => !known.has(id) && !removed.has(id))
      .map(({ id, name, size }) => ({ id, name, size, sent: size, isComplete: true })),
    ...added,
  ];

  // Leaving the page aborts uploads. Complete files stay on the server for a day.
  useEffect(() => {
    const inProgress = running.current;
    return () => {
      for (const ending of inProgress.values()) ending.abort();
    };
  }, []);

  const put = useCallback((id: string, change: Partial<AddedFile>) => {
    setAdded((all) => all.map((file) => (file.id === id ? { ...file, ...change } : file)));
  }, []);

  async function send(id: string, blob: NamedBlob): Promise<void> {
    const ending = new AbortController();
    running.current.set(id, ending);
    try {
      // The upload protocol is large, so it is loaded with the first file.
      const { sendFile } = await import('../../platform/files/send-file.ts').catch(() => {
        throw new ApiError(0, t('No connection. Please remove it, and add it again.'));
      });
      const { signal } = ending;
      const onProgress = (sent: number) => put(id, { sent });
      await sendFile({ file: { id, name: blob.name }, blob, address, signal, onProgress });
      put(id, { sent: blob.size, isComplete: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!ending.signal.aborted) put(id, { problem: error.message });
    } finally {
      running.current.delete(id);
    }
  }

  function add(given: readonly NamedBlob[]): void {
    const { taken, problems: found } = sortAdded(given, files.length, limits);
    setProblems(found);
    for (const blob of taken) {
      const id = crypto.randomUUID();
      const { name, size } = blob;
      setAdded((all) => [...all, { id, name, size, sent: 0, isComplete: false }]);
      void send(id, blob);
    }
  }

  function remove(id: string): void {
    running.current.get(id)?.abort();
    setAdded((all) => all.filter((file) => file.id !== id));
    setRemoved((all) => new Set(all).add(id));
    // If this request fails, a scheduled job deletes the file after a day.
    const headers = { 'Tus-Resumable': '1.0.0' };
    void fetch(`${address}/${id}`, { method: 'DELETE', headers }).catch(() => {});
  }

  return { files, problems, add, remove };
}
