import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../platform/api-client.ts';
import type { ListedKind } from '../../../photos/media-limits.ts';
import { uploadMedia } from './upload-media.ts';

/** What becomes of each file on its way, by its key. */
interface UploadEvents {
  /** `part` is from 0 to 1. */
  onSent(key: string, part: number): void;
  onArrived(key: string, value: string, name: string): void;
  /** Another try may mend it. */
  onStuck(key: string, reason: string): void;
  onRefused(key: string, name: string, error: unknown): void;
}

/** Sends the files of a form one after the other: the pictures of others wait for the same thread. */
export function useUploadQueue(kind: ListedKind, events: UploadEvents) {
  const queue = useRef(Promise.resolve());
  const stops = useRef(new Map<string, AbortController>());
  // Of those that have not arrived.
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
        // Another try goes on where this one stopped.
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
        // Where nobody answers the others would be tried for as long, one after the other.
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

  /** The file of one that is stuck and can be tried again. */
  function stuckFile(key: string): File | undefined {
    return stops.current.has(key) ? undefined : files.current.get(key);
  }

  function stop(key: string): void {
    stops.current.get(key)?.abort();
    files.current.delete(key);
  }

  return { begin, stuckFile, stop };
}
