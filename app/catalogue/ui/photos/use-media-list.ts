import { say } from '../../../platform/say.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../protocol/limits.ts';
import { refuseSize, sayTooMany, type ListedKind } from '../../protocol/media-limits.ts';
import { textAt, type EntryOnPage, type FormOfEntry } from '../entry-fields.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

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
      setSaid(say('“{name}” is added.', { name }));
    },
    onStuck: (key, fault) => change(key, { fault }),
    onRefused(key, name, error) {
      drop(key);
      setFaults((all) => [...new Set([...all, sayFault(name, error)])]);
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
    refused.push(...sayTooMany(kind, surplus, MOST[kind]));
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
    setSaid(say('Now number {number} of {count}.', { number: to + 1, count: items.length }));
  }

  function remove(key: string): void {
    uploads.stop(key);
    drop(key);
    setSaid(say('Removed.'));
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

function sayFault(name: string, error: unknown): string {
  const { message } = error as Error;
  return message.includes(name)
    ? message
    : say('“{name}” was not added. {message}', { name, message });
}
