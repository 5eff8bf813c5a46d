import { useRef, useState, type RefObject } from 'react';
import { browserStorage, saveText } from '../../ui/browser-storage.ts';
import { isBlank } from '../../platform/shown-text.ts';
import { MESSAGE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import { isOfferCommand } from './canned-text.ts';
import { loadDraft } from '../drafts.ts';
import { usePasteLimit } from '../use-paste-limit.ts';
import { useReplyPicker, type ReplyPicker, type ReplyValues } from './use-reply-picker.ts';

export interface ReplyOptions {
  readonly visitorId: string;
  /** Somebody else's visitor: a word to the colleague is all one can write. */
  readonly isNoteOnly: boolean;
  readonly values: ReplyValues;
  /** False when it could not be taken: it stays in the box. */
  readonly onSend: (text: string) => boolean;
  /** Opens the form of an offer. */
  readonly onOffer: () => void;
  /** False when it was not saved: it stays in the box. */
  readonly onNote: (text: string) => Promise<boolean>;
}

export type Reply = ReturnType<typeof useReply>;

/** An answer that was begun survives being signed out; a note is never found in the box for replies. */
function draftKey(visitorId: string, isNote: boolean): string {
  return `agent_draft:${visitorId}${isNote ? ':note' : ''}`;
}

/** A reply or a private note while it is written: kept, switched between, and sent once it may be. */
export function useReply({ visitorId, isNoteOnly, values, onSend, onNote, ...on }: ReplyOptions) {
  const [isNote, setNote] = useState(isNoteOnly);
  const [text, setText] = useState(() => loadDraft(browserStorage(), draftKey(visitorId, isNote)));
  const [isSaving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useReplyPicker(field, text, values, change, on.onOffer);
  const slash = useSlashButton(field, text, picker, change);
  const [refusal, setRefusal] = useState<string | null>(null);
  usePasteLimit(field, setRefusal);
  const length = text.trim().length;
  const isTooLong = length > MESSAGE_MAX_LENGTH;
  const isSendable = !isBlank(text) && !isTooLong && !isSaving;

  function change(next: string) {
    setRefusal(null);
    setText(next);
    saveText(browserStorage(), draftKey(visitorId, isNote), next);
  }

  function switchTo(wantsNote: boolean) {
    if (wantsNote === isNote) return;
    picker.close();
    setNote(wantsNote);
    setText(loadDraft(browserStorage(), draftKey(visitorId, wantsNote)));
    field.current?.focus();
  }

  function send() {
    if (!isSendable) return;
    if (isNote) {
      setSaving(true);
      void onNote(text.trim()).then((isSaved) => {
        setSaving(false);
        if (isSaved) change('');
        field.current?.focus();
      });
      return;
    }
    if (isOfferCommand(text)) {
      change('');
      return on.onOffer();
    }
    if (picker.fillIn()) return;
    const why = picker.whyNotReady();
    if (why) return setRefusal(why);
    if (!onSend(text)) return;
    picker.close();
    change('');
    field.current?.focus();
  }

  const shown = { isNote, text, isSaving, length, isTooLong, isSendable, refusal };
  return { ...shown, field, picker, slash, change, setRefusal, switchTo, send };
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
