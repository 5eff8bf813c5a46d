import { say } from '../../../../platform/say.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../../../platform/api-client.ts';
import { LIMITS } from '../../../entries/limits.ts';
import { refuseSize, sayTooMany, type ListedKind } from '../../../photos/media-limits.ts';
import { textAt, type EntryOnPage } from '../entry-fields.tsx';
import { uploadMedia } from './upload-media.ts';

/** A photo or a sample video in the form. */
export interface MediaItem {
  readonly key: string;
  /** As the form names it; '' while it is on its way. */
  readonly value: string;
  /** Its alternative text, or what it shows, as it was when the form was filled. */
  readonly words: string;
  /** What its file is called; '' of one that was there. */
  readonly name: string;
  /** From 0 to 1 while it is on its way. */
  readonly sent: number;
  /** Why it has not arrived, where another try may mend it. */
  readonly fault?: string | undefined;
}

const MOST: Readonly<Record<ListedKind, number>> = { photo: LIMITS.photos, video: LIMITS.videos };
const WORDS: Readonly<Record<ListedKind, string>> = { photo: 'alt', video: 'title' };

/** The name of a field of one of them, as `media-texts.ts` reads it. */
export const nameOfWords = (kind: ListedKind, index: number) => `${kind}.${index}.${WORDS[kind]}`;

/**
 * The photos, or the sample videos, of a form: those that are there and those on their way, one after
 * the other. What is refused is said by name, and costs nothing else that stands in the form.
 */
export function useMediaList(kind: ListedKind, page: EntryOnPage) {
  const [items, setItems] = useState(() => readItems(kind, page));
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
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

  const change = (key: string, fields: Partial<MediaItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...fields } : item)));
  const drop = (key: string) => setItems((all) => all.filter((item) => item.key !== key));

  async function upload(item: MediaItem, file: File): Promise<void> {
    const stop = stops.current.get(item.key);
    if (!stop || stop.signal.aborted) return;
    try {
      const value = await uploadMedia({
        kind,
        // Another try goes on where this one stopped.
        id: item.key,
        name: file.name,
        blob: file,
        signal: stop.signal,
        onProgress: (sent) => change(item.key, { sent }),
      });
      if (stop.signal.aborted) return;
      files.current.delete(item.key);
      change(item.key, { value });
      setSaid(say('“{name}” is added.', { name: file.name }));
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ApiError && error.canRetry) {
        // Where nobody answers the others would be tried for as long, one after the other.
        for (const key of error.status === 0 ? files.current.keys() : [item.key]) {
          stops.current.delete(key);
          change(key, { fault: error.message });
        }
        return;
      }
      files.current.delete(item.key);
      drop(item.key);
      setFaults((all) => [...new Set([...all, sayFault(file.name, error)])]);
    } finally {
      if (stops.current.get(item.key) === stop) stops.current.delete(item.key);
    }
  }

  /** One at a time: the pictures of others wait for the same thread. */
  function begin(item: MediaItem, file: File): void {
    stops.current.set(item.key, new AbortController());
    files.current.set(item.key, file);
    queue.current = queue.current.then(() => upload(item, file));
  }

  function retry(item: MediaItem): void {
    const file = files.current.get(item.key);
    if (!file || stops.current.has(item.key)) return;
    change(item.key, { fault: undefined });
    begin(item, file);
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
      begin(item, file);
    }
    refused.push(...sayTooMany(kind, surplus, MOST[kind]));
    setFaults([...new Set(refused)]);
    setItems((all) => [...all, ...taken]);
  }

  /** Puts one in the place of another, or where there is none a step further nowhere. */
  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length || from === to) return;
    const others = items.filter((_, index) => index !== from);
    const moved = items[from];
    if (!moved) return;
    setItems([...others.slice(0, to), moved, ...others.slice(to)]);
    setSaid(say('Now number {number} of {count}.', { number: to + 1, count: items.length }));
  }

  function remove(key: string): void {
    stops.current.get(key)?.abort();
    files.current.delete(key);
    drop(key);
    setSaid(say('Removed.'));
  }

  const isBusy = items.some(({ value }) => value === '');
  const stuckCount = items.filter(({ fault }) => fault !== undefined).length;
  return { items, faults, said, isBusy, stuckCount, add, retry, retryAll, move, remove, change };
}

function readItems(kind: ListedKind, page: EntryOnPage): MediaItem[] {
  return Array.from({ length: MOST[kind] }, (_, index) => ({
    value: textAt(page, `${kind}.${index}`),
    words: textAt(page, nameOfWords(kind, index)),
  })).flatMap(({ value, words }) =>
    value === '' ? [] : [{ key: value, value, words, name: '', sent: 1 }],
  );
}

function sayFault(name: string, error: unknown): string {
  const { message } = error as Error;
  return message.includes(name)
    ? message
    : say('“{name}” was not added. {message}', { name, message });
}
