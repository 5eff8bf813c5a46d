import { t } from '../../../i18n/translate.ts';
import { useEffect, useEffectEvent, useState, useRef } from 'react';
import {
  LIMITS,
  refuseSize,
  describeTooManyMedia,
  type ListedKind,
} from '../../protocol/limits.ts';
import { textAt, type EntryOnPage, type FormOfEntry } from '../entry-fields.tsx';
import { ApiError } from '../../../platform/api-client.ts';
import { uploadMedia } from './upload-media.ts';

interface UploadEvents {
  /** `part` is from 0 to 1. */
  onSent(key: string, part: number): void;
  onArrived(key: string, value: string, name: string): void;
  /** The upload failed and can be retried. */
  onStuck(key: string, reason: string): void;
  onRefused(key: string, name: string, error: unknown): void;
}

export interface MediaItem {
  readonly key: string;
  /** The value is '' during the upload. */
  readonly value: string;
  readonly words: string;
  /** An item that was already stored has ''. */
  readonly name: string;
  /** The number from 0 to 1 is the uploaded share. */
  readonly sent: number;
  /** An upload with an error can be retried. */
  readonly fault?: string | undefined;
}

const MOST: Readonly<Record<ListedKind, number>> = { photo: LIMITS.photos, video: LIMITS.videos };
const WORDS: Readonly<Record<ListedKind, string>> = { photo: 'alt', video: 'title' };

/** `media-texts.ts` reads the same field names. */
export const nameOfWords = (kind: ListedKind, index: number) => `${kind}.${index}.${WORDS[kind]}`;

/**
 * Manages the photos or sample videos of a form, both stored and in upload. Rejecting a file names the file and
 * keeps the rest of the form.
 */
export function useMediaList(kind: ListedKind, page: EntryOnPage<FormOfEntry>) {
  const [items, setItems] = useState(() => readItems(kind, page));
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const change = (key: string, fields: Partial<MediaItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...fields } : item)));
  const drop = (key: string) => setItems((all) => all.filter((item) => item.key !== key));

  const uploads = useUploadQueue(kind, {
    onSent: (key, sent) => change(key, { sent }),
    onArrived(key, value, name) {
      change(key, { value });
      setSaid(t('“{name}” is added.', { name }));
    },
    onStuck: (key, fault) => change(key, { fault }),
    onRefused(key, name, error) {
      drop(key);
      setFaults((all) => [...new Set([...all, describeError(name, error)])]);
    },
  });

  function retry(item: MediaItem): void {
    const file = uploads.stuckFile(item.key);
    if (!file) return;
    change(item.key, { fault: undefined });
    uploads.begin(item.key, file);
  }

  const retryAll = () => {
    for (const item of items) if (item.fault !== undefined) retry(item);
  };
  const isBack = useEffectEvent(retryAll);
  useEffect(() => {
    window.addEventListener('online', isBack);
    return () => window.removeEventListener('online', isBack);
  }, []);

  function add(files: readonly File[]): void {
    const refused: string[] = [];
    const surplus: string[] = [];
    const taken: MediaItem[] = [];
    for (const file of files) {
      if (items.length + taken.length >= MOST[kind]) {
        surplus.push(file.name);
        continue;
      }
      const fault = refuseSize(kind, file.name, file.size);
      if (fault !== undefined) {
        refused.push(fault);
        continue;
      }
      const item = { key: crypto.randomUUID(), value: '', words: '', name: file.name, sent: 0 };
      taken.push(item);
      uploads.begin(item.key, file);
    }
    refused.push(...describeTooManyMedia(kind, surplus, MOST[kind]));
    setFaults([...new Set(refused)]);
    setItems((all) => [...all, ...taken]);
  }

  /** A position outside of the list is ignored. */
  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length || from === to) return;
    const others = items.filter((_, index) => index !== from);
    const moved = items[from];
    if (!moved) return;
    setItems([...others.slice(0, to), moved, ...others.slice(to)]);
    setSaid(t('Now number {number} of {count}.', { number: to + 1, count: items.length }));
  }

  function remove(key: string): void {
    uploads.stop(key);
    drop(key);
    setSaid(t('Removed.'));
  }

  const isBusy = items.some(({ value }) => value === '');
  const stuckCount = items.filter(({ fault }) => fault !== undefined).length;
  return { items, faults, said, isBusy, stuckCount, add, retry, retryAll, move, remove, change };
}

function readItems(kind: ListedKind, page: EntryOnPage<FormOfEntry>): MediaItem[] {
  return Array.from({ length: MOST[kind] }, (_, index) => ({
    value: textAt(page, `${kind}.${index}`),
    words: textAt(page, nameOfWords(kind, index)),
  })).flatMap(({ value, words }) =>
    value === '' ? [] : [{ key: value, value, words, name: '', sent: 1 }],
  );
}

function describeError(name: string, error: unknown): string {
  const { message } = error as Error;
  return message.includes(name)
    ? message
    : t('“{name}” was not added. {message}', { name, message });
}

/** Uploads files one after the other, because the server processes pictures in a single thread. */
function useUploadQueue(kind: ListedKind, events: UploadEvents) {
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
