import { say } from '../../../../platform/say.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { LIMITS } from '../../../entries/limits.ts';
import { refuseSize, sayTooMany, type ListedKind } from '../../../photos/media-limits.ts';
import { textAt, type EntryOnPage, type FormOfEntry } from '../entry-fields.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

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
