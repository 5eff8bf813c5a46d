import { say } from '../../platform/say.ts';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { browserStorage, saveText } from '../../ui/browser-storage.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { isBlank, trimText } from '../../platform/shown-text.ts';
import { MESSAGE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import { isOfferCommand } from './canned-text.ts';
import { loadDraft } from '../drafts.ts';
import { sayWriting, type Writer } from './colleagues-writing.ts';
import type { LostTo } from './open-thread.ts';
import { useMentionPicker } from './use-mention-picker.ts';
import { useTellWriting } from './use-tell-writing.ts';
import type { PickedFile } from '../files/picked-file.ts';
import type { AttachmentsView } from '../files/use-attachments.ts';
import { usePasteLimit } from '../use-paste-limit.ts';
import { useReplyPicker, type ReplyPicker, type ReplyValues } from './use-reply-picker.ts';

/** The last answer of somebody else of the team. */
export interface Answered {
  readonly id: string;
  readonly name: string;
}

/** Who has a visitor that one has lost, as far as it is known. */
export function sayWhoHas(lostTo: LostTo | null): string {
  if (lostTo?.name === null) return say('This visitor went back to the queue.');
  return lostTo?.name
    ? say('{name} has this visitor now.', { name: lostTo.name })
    : say('This visitor was handed to a colleague.');
}

export interface ReplyOptions {
  readonly visitorId: string;
  /** Somebody else's visitor: a word to the colleague is all one can write. */
  readonly isNoteOnly: boolean;
  /** The conversation in which a model may draft an answer; null where none does. */
  readonly draftsIn: string | null;
  /** The newest message of that conversation. */
  readonly newestNumber: number;
  /** Whether the conversation that a reply goes to has been loaded. */
  readonly isHere: boolean;
  /** False once the visitor may not even be read any longer. */
  readonly mayWriteNotes: boolean;
  /** Who took the visitor over while this box was open: what is in it cannot be sent. */
  readonly lostTo: LostTo | null;
  /** Who else of the team is writing beside this thread. */
  readonly writers: readonly Writer[];
  /** Absent until the thread is loaded. */
  readonly answered: Answered | null | undefined;
  readonly onWriting: (isNote: boolean, isOver: boolean) => void;
  readonly values: ReplyValues;
  /** False when it could not be taken: it stays in the box. */
  readonly onSend: (text: string, files: readonly PickedFile[]) => boolean;
  /** Opens the form of an offer. */
  readonly onOffer: () => void;
  /** What waits for the reply; a note carries none. */
  readonly attachments: AttachmentsView;
  /** False when it was not saved: it stays in the box. */
  readonly onNote: (text: string) => Promise<boolean>;
}

export type Reply = ReturnType<typeof useReply>;

/** An answer that was begun survives being signed out; a note is never found in the box for replies. */
function draftKey(visitorId: string, isNote: boolean): string {
  return `agent_draft:${visitorId}${isNote ? ':note' : ''}`;
}

/** A draft with what was typed before React came; a browser that restores fields has filled in the draft already. */
function withDraft(draft: string, typed: string): string {
  if (typed.startsWith(draft)) return typed;
  return typed === '' ? draft : `${draft}\n${typed}`;
}

/** An answer that was begun and is not sent. */
export const draftOf = (visitorId: string): string =>
  loadDraft(browserStorage(), draftKey(visitorId, false));

export const hasDraft = (visitorId: string): boolean => !isBlank(draftOf(visitorId));

/** A reply or a private note while it is written: kept, switched between, and sent once it may be. */
export function useReply(options: ReplyOptions) {
  const { visitorId, isNoteOnly, isHere, lostTo, values, attachments } = options;
  const { onSend, onNote, onWriting } = options;
  const [isNote, setNote] = useState(isNoteOnly && !lostTo);
  const isHydrated = useHydrated();
  // What the server has made knows of no draft: React would leave the button as it is there, which sends nothing.
  const [text, setText] = useState(() =>
    isHydrated ? loadDraft(browserStorage(), draftKey(visitorId, isNote)) : '',
  );
  const [isSaving, setSaving] = useState(false);
  /** Sent by whoever wrote it, while the conversation was still being loaded. */
  const [isAwaiting, setAwaiting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useReplyPicker(field, text, values, change, options.onOffer);
  const mentions = useMentionPicker(field, text, change);
  const slash = useSlashButton(field, text, picker, change);
  const [refusal, setRefusal] = useState<string | null>(null);
  usePasteLimit(field, setRefusal);
  const length = trimText(text).length;
  const isTooLong = length > MESSAGE_MAX_LENGTH;
  const isLocked = lostTo !== null && !isNote;
  const hasFiles = !isNote && attachments.sendable.length > 0;
  const isSendable = (!isBlank(text) || hasFiles) && !isTooLong && !isSaving && !isLocked;
  const collision = useCollision(options, text);
  useTellWriting(!isBlank(text) && !isLocked, isNote, onWriting);

  const takeDraft = useEffectEvent(() => {
    const draft = loadDraft(browserStorage(), draftKey(visitorId, isNote));
    const typed = field.current?.value ?? '';
    const joined = withDraft(draft, typed);
    if (joined !== text) change(joined);
  });
  useEffect(() => takeDraft(), []);

  const sendAwaiting = useEffectEvent(() => {
    setAwaiting(false);
    send();
  });
  useEffect(() => {
    if (isHere && isAwaiting) sendAwaiting();
  }, [isHere, isAwaiting]);

  function change(next: string) {
    setRefusal(null);
    // What is written further is not finished.
    setAwaiting(false);
    collision.drop();
    setText(next);
    saveText(browserStorage(), draftKey(visitorId, isNote), next);
  }

  function switchTo(wantsNote: boolean) {
    if (wantsNote === isNote) return;
    picker.close();
    mentions.close();
    setAwaiting(false);
    setNote(wantsNote);
    setText(loadDraft(browserStorage(), draftKey(visitorId, wantsNote)));
    field.current?.focus();
  }

  function send() {
    if (!isSendable) return;
    if (isNote) {
      mentions.close();
      setSaving(true);
      void onNote(trimText(text)).then((isSaved) => {
        setSaving(false);
        if (isSaved) change('');
        field.current?.focus();
      });
      return;
    }
    if (isOfferCommand(text)) {
      change('');
      return options.onOffer();
    }
    if (picker.fillIn()) return;
    const why = picker.whyNotReady();
    if (why) return setRefusal(why);
    if (!isHere) return setAwaiting(true);
    if (collision.warn()) return;
    if (!onSend(text, attachments.sendable)) return;
    attachments.take();
    picker.close();
    change('');
    field.current?.focus();
  }

  return {
    isNote,
    text,
    isSaving,
    isAwaiting,
    length,
    isTooLong,
    isSendable,
    isLocked,
    refusal,
    attachments,
    warning: collision.warning,
    field,
    picker,
    mentions,
    slash,
    change,
    setRefusal,
    switchTo,
    send,
  };
}

/**
 * Warns once before two people answer the same visitor (DECISIONS 36): somebody else is writing an
 * answer, or has given one since this one was begun.
 */
function useCollision({ writers, answered }: ReplyOptions, text: string) {
  const [warning, setWarning] = useState<string | null>(null);
  /** What was there when this answer was begun, or warned of. */
  const known = useRef<string | null>(undefined);
  const warnedOf = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (answered === undefined || (text !== '' && known.current !== undefined)) return;
    known.current = answered?.id ?? null;
    warnedOf.current = new Set();
  }, [answered, text]);

  function warn(): boolean {
    const isNews = answered != null && answered.id !== known.current;
    if (isNews) known.current = answered.id;
    const others = writers.filter(({ id, isNote }) => !isNote && !warnedOf.current.has(id));
    warnedOf.current = new Set([...warnedOf.current, ...others.map(({ id }) => id)]);
    const said = isNews
      ? say('{name} has answered meanwhile.', { name: answered.name })
      : sayWriting(others).replace('…', '.');
    setWarning(said || null);
    return said !== '';
  }

  return { warning, warn, drop: () => setWarning(null) };
}

/** The button that begins the picker's list, for those who do not know of the slash. */
function useSlashButton(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  picker: ReplyPicker,
  change: (text: string) => void,
) {
  /** What the button put into the box, and where. */
  const last = useRef<{ readonly at: number; readonly inserted: string } | null>(null);

  function begin() {
    const isWordStart = text === '' || /\s$/.test(text);
    const inserted = isWordStart ? '/' : ' /';
    const next = text + inserted;
    last.current = { at: text.length, inserted };
    change(next);
    picker.look(next, next.length);
    field.current?.focus();
  }

  /** What the button inserted leaves with Escape (DECISIONS 34); what somebody typed stays. */
  function takeBack(): boolean {
    const put = last.current;
    last.current = null;
    if (!put || text.slice(put.at) !== put.inserted) return false;
    picker.close();
    change(text.slice(0, put.at));
    return true;
  }

  return { begin, takeBack };
}
