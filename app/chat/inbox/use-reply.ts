import { t } from '../../i18n/translate.ts';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { browserStorage, saveText } from '../../ui/browser-storage.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { isBlank, trimText } from '../../platform/shown-text.ts';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { isOfferCommand } from './canned-text.ts';
import { loadDraft, usePasteLimit } from '../client/typed-text.ts';
import { describeWriting, type Writer, TOLD_EVERY_MS } from './colleagues.ts';
import type { LostTo } from './open-thread.ts';
import {
  useMentionPicker,
  useReplyPicker,
  type ReplyPicker,
  type ReplyValues,
} from './use-pickers.ts';
import type { PickedFile } from '../client/files/picked-file.ts';
import type { AttachmentsView } from '../client/files/use-attachments.ts';

export interface Answered {
  readonly id: string;
  readonly name: string;
}

export function describeHolder(lostTo: LostTo | null): string {
  if (lostTo?.name === null) return t('This visitor went back to the queue.');
  return lostTo?.name
    ? t('{name} has this visitor now.', { name: lostTo.name })
    : t('This visitor was handed to a colleague.');
}

export interface ReplyOptions {
  readonly visitorId: string;
  /** The visitor belongs to another agent, so only notes can be written. */
  readonly isNoteOnly: boolean;
  /** The conversation for which a model may write a draft; null where drafts are off. */
  readonly draftsIn: string | null;
  readonly newestNumber: number;
  readonly isHere: boolean;
  /** False once this agent may no longer read the conversation. */
  readonly mayWriteNotes: boolean;
  /** Names the agent who took over the visitor while this composer was open. Its text cannot be sent then. */
  readonly lostTo: LostTo | null;
  readonly writers: readonly Writer[];
  /** Undefined until the conversation is loaded. */
  readonly answered: Answered | null | undefined;
  readonly onWriting: (isNote: boolean, isOver: boolean) => void;
  readonly values: ReplyValues;
  /** Returns false when the message was not accepted; the text stays in the composer. */
  readonly onSend: (text: string, files: readonly PickedFile[]) => boolean;
  readonly onOffer: () => void;
  readonly attachments: AttachmentsView;
  /** Resolves to false when the note was not saved; the text stays in the composer. */
  readonly onNote: (text: string) => Promise<boolean>;
}

export type Reply = ReturnType<typeof useReply>;

/** Drafts survive a sign-out. A note's draft has its own key, so that it never appears as a reply. */
function draftKey(visitorId: string, isNote: boolean): string {
  return `agent_draft:${visitorId}${isNote ? ':note' : ''}`;
}

/**
 * Combines the draft with text typed before hydration. A browser that restores form fields has already filled
 * in the draft.
 */
function withDraft(replyDraft: string, typed: string): string {
  if (typed.startsWith(replyDraft)) return typed;
  return typed === '' ? replyDraft : `${replyDraft}\n${typed}`;
}

export const draftOf = (visitorId: string): string =>
  loadDraft(browserStorage(), draftKey(visitorId, false));

export const hasDraft = (visitorId: string): boolean => !isBlank(draftOf(visitorId));

/** Holds a reply or a private note: saves drafts, switches between both, and sends. */
export function useReply(options: ReplyOptions) {
  const { visitorId, isNoteOnly, isHere, lostTo, values, attachments } = options;
  const { onSend, onNote, onWriting } = options;
  const [isNote, setNote] = useState(isNoteOnly && !lostTo);
  const isHydrated = useHydrated();
  // Server rendering knows no draft: on a mismatch React would keep the server's disabled button.
  const [text, setText] = useState(() =>
    isHydrated ? loadDraft(browserStorage(), draftKey(visitorId, isNote)) : '',
  );
  const [isSaving, setSaving] = useState(false);
  /** True if the reply was sent while the conversation was still loading. */
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
  useWritingNotice(!isBlank(text) && !isLocked, isNote, onWriting);

  const takeDraft = useEffectEvent(() => {
    const replyDraft = loadDraft(browserStorage(), draftKey(visitorId, isNote));
    const typed = field.current?.value ?? '';
    const joined = withDraft(replyDraft, typed);
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
    // A text that is edited again is no longer ready to be sent.
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
 * Warns once before two agents answer the same visitor (rule 139): a colleague is writing, or has
 * answered since this reply was begun.
 */
function useCollision({ writers, answered }: ReplyOptions, text: string) {
  const [warning, setWarning] = useState<string | null>(null);
  /** The last answer when this reply was begun, or when the agent was warned. */
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
      ? t('{name} has answered meanwhile.', { name: answered.name })
      : describeWriting(others).replace('…', '.');
    setWarning(said || null);
    return said !== '';
  }

  return { warning, warn, drop: () => setWarning(null) };
}

/** Opens the list with a button, for agents who do not know about the slash. */
function useSlashButton(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  picker: ReplyPicker,
  change: (text: string) => void,
) {
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

  /** Escape removes the text that the button inserted (rule 117), but nothing that was typed. */
  function unsend(): boolean {
    const put = last.current;
    last.current = null;
    if (!put || text.slice(put.at) !== put.inserted) return false;
    picker.close();
    change(text.slice(0, put.at));
    return true;
  }

  return { begin, unsend };
}

/** Tells the team that a text was begun, as long as the text exists and the tab is visible. */
function useWritingNotice(
  isBegun: boolean,
  isNote: boolean,
  onWriting: (isNote: boolean, isOver: boolean) => void,
): void {
  const notify = useEffectEvent(onWriting);
  useEffect(() => {
    if (!isBegun) return undefined;
    const say = () => {
      if (document.visibilityState === 'visible') notify(isNote, false);
    };
    say();
    const timer = setInterval(say, TOLD_EVERY_MS);
    return () => {
      clearInterval(timer);
      notify(isNote, true);
    };
  }, [isBegun, isNote]);
}
