import { useEffect, useRef } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import type { ListedKind } from '../../protocol/media-limits.ts';
import { uploadMedia } from './upload-media.ts';

interface UploadEvents {
  /** `part` is from 0 to 1. */
  onSent(key: string, part: number): void;
  onArrived(key: string, value: string, name: string): void;
  /** The upload failed and can be retried. */
  onStuck(key: string, reason: string): void;
  onRefused(key: string, name: string, error: unknown): void;
}

/** Uploads files one after the other, because the server processes pictures in a single thread. */
export function useUploadQueue(kind: ListedKind, events: UploadEvents) {
  const queue = useRef(Promise.resolve());
  const stops = useRef(new Map<string, AbortController>());
  const files = useRef(new Map<string, File>());

  useEffect(() => {
    const open = stops.current;
    return () => {
      for (const stop of open.values()) stop.abort();
    };
  }, []);

  async function upload(key: string, file: File): Promise<void> {
    const stop = stops.current.get(key);
    if (!stop || stop.signal.aborted) return;
    try {
      const value = await uploadMedia({
        kind,
        // The same id lets a retry resume where this attempt stopped.
        id: key,
        name: file.name,
        blob: file,
        signal: stop.signal,
        onProgress: (part) => events.onSent(key, part),
      });
      if (stop.signal.aborted) return;
      files.current.delete(key);
      events.onArrived(key, value, file.name);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ApiError && error.canRetry) {
        // Without a response from the server, all queued uploads fail at once. Otherwise each would run into the
        // same timeout.
        for (const each of error.status === 0 ? files.current.keys() : [key]) {
          stops.current.delete(each);
          events.onStuck(each, error.message);
        }
        return;
      }
      files.current.delete(key);
      events.onRefused(key, file.name, error);
    } finally {
      if (stops.current.get(key) === stop) stops.current.delete(key);
    }
  }

  function begin(key: string, file: File): void {
    stops.current.set(key, new AbortController());
    files.current.set(key, file);
    queue.current = queue.current.then(() => upload(key, file));
  }

  function stuckFile(key: string): File | undefined {
    return stops.current.has(key) ? undefined : files.current.get(key);
  }

  function stop(key: string): void {
    stops.current.get(key)?.abort();
    files.current.delete(key);
  }

  return { begin, stuckFile, stop };
}
