import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  sortFiles,
  type FileLimits,
  type FileView,
  type UnfinishedFile,
} from '../../chat/protocol/files.ts';
import { ApiError } from '../../platform/api-client.ts';
import { t } from '../../i18n/translate.ts';
import { fingerprintOf } from './fingerprint.ts';

/**
 * `unfinished` is an upload of an earlier visit, which continues once the same file is chosen. It does not hold up the
 * form.
 */
export type AddedState = 'complete' | 'sending' | 'paused' | 'failed' | 'unfinished';

export interface AddedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly state: AddedState;
  /** The reason why the upload failed, or waits. */
  readonly problem?: string | undefined;
}

export type NamedBlob = Blob & { readonly name: string; readonly lastModified?: number };

/** A form has more patience than one request: its uploads continue whenever the connection is back. */
const WAIT_MS = [3000, 10_000, 30_000];

function describeTooMany(name: string, { maxCount }: FileLimits): string {
  return t(
    "“{name}” wasn't added. You can add up to {count, plural, one {# file} other {# files}}.",
    { name, count: maxCount },
  );
}

interface Chosen {
  readonly blob: NamedBlob;
  readonly fingerprint: string | undefined;
}

/** Manages the files of a form: those that the server already has, and those that are being uploaded. */
export function useAddedFiles(
  address: string,
  waiting: readonly FileView[],
  unfinished: readonly UnfinishedFile[],
  limits: FileLimits,
) {
  const [added, setAdded] = useState<readonly AddedFile[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Map<string, AbortController>());
  const chosen = useRef(new Map<string, Chosen>());
  const known = new Set([...added.map(({ id }) => id), ...removed]);
  const isNew = ({ id }: { readonly id: string }) => !known.has(id);
  const files: readonly AddedFile[] = [
    ...waiting
      .filter(isNew)
      .map(({ id, name, size }) => ({ id, name, size, sent: size, state: 'complete' as const })),
    ...unfinished
      .filter(isNew)
      .map(({ id, name, size, sent }) => ({ id, name, size, sent, state: 'unfinished' as const })),
    ...added,
  ];

  const put = useCallback((id: string, change: Partial<AddedFile>) => {
    setAdded((all) => all.map((file) => (file.id === id ? { ...file, ...change } : file)));
  }, []);

  // All bytes had arrived before the page was left. Asking for the offset finishes the upload without the file.
  const finishArrived = useEffectEvent(() => {
    for (const { id, name, size, sent } of unfinished) {
      if (sent < size || !isNew({ id })) continue;
      setAdded((all) => [...all, { id, name, size, sent, state: 'sending' }]);
      const ending = new AbortController();
      running.current.set(id, ending);
      void askUntilStored(`${address}/${id}`, ending.signal).then((isStored) => {
        running.current.delete(id);
        if (isStored) put(id, { state: 'complete' });
        else put(id, { state: 'failed', problem: t('Remove the file and add it again.') });
      });
    }
  });
  useEffect(() => finishArrived(), []);

  // Leaving the page aborts uploads. The server keeps complete and unfinished ones for a day.
  useEffect(() => {
    const inProgress = running.current;
    return () => {
      for (const ending of inProgress.values()) ending.abort();
    };
  }, []);

  async function send(id: string, { blob, fingerprint }: Chosen, ending: AbortController) {
    const { signal } = ending;
    try {
      for (let attempt = 0; !signal.aborted; attempt += 1) {
        try {
          // The upload protocol is large, so it is loaded with the first file.
          const { sendFile } = await import('../../platform/files/send-file.ts').catch(() => {
            throw new ApiError(
              0,
              t("No connection. The file will be sent when you're back online."),
            );
          });
          const onProgress = (sent: number) => {
            if (sent > 0) attempt = 0;
            put(id, { sent, problem: undefined });
          };
          const file = { id, name: blob.name };
          await sendFile({ file, blob, address, signal, onProgress, fingerprint });
          put(id, { sent: blob.size, state: 'complete', problem: undefined });
          return;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (signal.aborted) return;
          const isPassing = error.status === 0 || error.status >= 500 || error.status === 423;
          if (!isPassing) {
            put(id, { state: 'failed', problem: error.message });
            return;
          }
          put(id, { problem: error.message });
          await pause(error.retryAfterMs ?? WAIT_MS[attempt] ?? 30_000, signal);
        }
      }
    } finally {
      if (running.current.get(id) === ending) running.current.delete(id);
    }
  }

  /** Continues the upload of an earlier visit if the same file was chosen. */
  async function begin(newId: string, blob: NamedBlob): Promise<void> {
    const ending = new AbortController();
    running.current.set(newId, ending);
    const fingerprint = await fingerprintOf(blob).catch(() => undefined);
    const earlier = unfinished.find(
      (file) => file.fingerprint === fingerprint && isNew(file) && !running.current.has(file.id),
    );
    if (ending.signal.aborted) return;
    const id = earlier?.id ?? newId;
    if (earlier) {
      running.current.delete(newId);
      running.current.set(id, ending);
      const { sent } = earlier;
      setAdded((all) => all.map((file) => (file.id === newId ? { ...file, id, sent } : file)));
    }
    chosen.current.set(id, { blob, fingerprint });
    await send(id, { blob, fingerprint }, ending);
  }

  function add(given: readonly NamedBlob[]): void {
    const count = files.filter(({ state }) => state !== 'unfinished').length;
    const { taken, problems: found } = sortFiles(given, count, limits, describeTooMany);
    setProblems(found);
    for (const blob of taken) {
      const id = crypto.randomUUID();
      const { name, size } = blob;
      setAdded((all) => [...all, { id, name, size, sent: 0, state: 'sending' }]);
      void begin(id, blob);
    }
  }

  function pauseUpload(id: string): void {
    running.current.get(id)?.abort();
    put(id, { state: 'paused', problem: undefined });
  }

  function continueUpload(id: string): void {
    const found = chosen.current.get(id);
    if (!found) return;
    const ending = new AbortController();
    running.current.set(id, ending);
    put(id, { state: 'sending', problem: undefined });
    void send(id, found, ending);
  }

  function remove(id: string): void {
    running.current.get(id)?.abort();
    chosen.current.delete(id);
    setAdded((all) => all.filter((file) => file.id !== id));
    setRemoved((all) => new Set(all).add(id));
    // If this request fails, a scheduled job deletes the file after a day.
    const headers = { 'Tus-Resumable': '1.0.0' };
    void fetch(`${address}/${id}`, { method: 'DELETE', headers }).catch(() => {});
  }

  return { files, problems, add, remove, pauseUpload, continueUpload };
}

/** Resolves after the time, earlier when the connection is back, and at once when the upload is paused or removed. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

async function askUntilStored(path: string, signal: AbortSignal): Promise<boolean> {
  const headers = { 'Tus-Resumable': '1.0.0' };
  while (!signal.aborted) {
    const status = await fetch(path, { method: 'HEAD', headers, signal }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return true;
    if (status > 0 && status < 500 && status !== 423) return false;
    await pause(3000, signal);
  }
  return false;
}
