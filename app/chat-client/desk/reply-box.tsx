import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { browserStorage, saveText } from '../../ui/browser-storage.ts';
import { isBlank } from '../../platform/shown-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { MESSAGE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import { loadDraft } from '../drafts.ts';
import { takeIn } from '../take-in.ts';
import { usePasteLimit } from '../use-paste-limit.ts';
import { ReplyPickerList } from './reply-picker.tsx';
import { useReplyPicker, type ReplyValues } from './use-reply-picker.ts';

interface ReplyBoxProps {
  readonly visitorId: string;
  /** Somebody else's visitor: a word to the colleague is all one can write. */
  readonly isNoteOnly: boolean;
  readonly values: ReplyValues;
  /** False when it could not be taken: it stays in the box. */
  readonly onSend: (text: string) => boolean;
  /** False when it was not saved: it stays in the box. */
  readonly onNote: (text: string) => Promise<boolean>;
  readonly onTyping: () => void;
}

/** Said from here on, so that the limit does not come as a surprise. */
const COUNTED_FROM = MESSAGE_MAX_LENGTH - 500;

/** An answer that was begun survives being signed out; a note is never found in the box for replies. */
function draftKey(visitorId: string, isNote: boolean): string {
  return `agent_draft:${visitorId}${isNote ? ':note' : ''}`;
}

/** Enter sends, Shift+Enter adds a line; 44 to 120 px high (SPEC §9). */
export function ReplyBox(props: ReplyBoxProps) {
  const { visitorId, isNoteOnly, values, onSend, onNote, onTyping } = props;
  const [isNote, setNote] = useState(isNoteOnly);
  const [text, setText] = useState(() => loadDraft(browserStorage(), draftKey(visitorId, isNote)));
  const [isSaving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useReplyPicker(field, text, values, change);
  /** What stood in the box before the button put a slash there. */
  const beforeSlash = useRef<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  usePasteLimit(field, setRefusal);
  const length = text.trim().length;
  const isTooLong = length > MESSAGE_MAX_LENGTH;
  const label = isNote ? 'Write a private note' : 'Write a reply';

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
    if (isBlank(text) || isTooLong || isSaving) return;
    if (isNote) {
      setSaving(true);
      void onNote(text.trim()).then((isSaved) => {
        setSaving(false);
        if (isSaved) change('');
        field.current?.focus();
      });
      return;
    }
    if (picker.fillIn()) return;
    const why = picker.whyNotReady();
    if (why) return setRefusal(why);
    if (!onSend(text)) return;
    picker.close();
    change('');
    field.current?.focus();
  }

  function startPicking() {
    const isWordStart = text === '' || /\s$/.test(text);
    const next = `${text}${isWordStart ? '' : ' '}/`;
    beforeSlash.current = text;
    change(next);
    picker.look(next, next.length);
    field.current?.focus();
  }

  /** What the button inserted leaves with Escape (DECISIONS 34); what somebody typed stays. */
  function takeSlashBack(): boolean {
    const before = beforeSlash.current;
    beforeSlash.current = null;
    if (before === null || !/^\s?\/$/.test(text.slice(before.length))) return false;
    picker.close();
    change(before);
    return true;
  }

  return (
    <form
      className={`border-t px-4 py-3 md:px-7 ${isNote ? 'border-amber bg-amber-tint' : 'border-line bg-surface'}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mb-2 flex items-center gap-1">
        {!isNoteOnly && (
          <Mode isOn={!isNote} onClick={() => switchTo(false)}>
            Reply
          </Mode>
        )}
        <Mode isOn={isNote} onClick={() => switchTo(true)}>
          Private note
        </Mode>
        {!isNote && (
          <button
            type="button"
            className="ml-auto flex min-h-9 items-center gap-1.5 rounded-chip px-2.5 text-[14px] font-semibold text-ink-2 hover:bg-sunken hover:text-ink"
            onClick={startPicking}
          >
            <Icon name="lightning" size={17} />
            <span>
              Insert<span className="max-md:sr-only"> a reply or service</span>
            </span>
          </button>
        )}
      </div>
      <div className="relative flex items-end gap-2.5">
        {picker.options && !isNote && <ReplyPickerList {...picker} />}
        <textarea
          ref={field}
          id="reply"
          rows={1}
          aria-label={label}
          aria-describedby="reply-hint"
          aria-invalid={isTooLong}
          aria-autocomplete={isNote ? undefined : 'list'}
          aria-controls={isNote ? undefined : picker.list.listId}
          aria-activedescendant={isNote ? undefined : picker.list.activeId}
          placeholder={label}
          readOnly={isSaving}
          value={text}
          className="field block field-sizing-content max-h-[120px] min-h-[44px] min-w-0 flex-1 resize-none py-2 leading-6"
          onChange={(event) => {
            const taken = takeIn(event.target.value);
            // Before the browser lays it out: that is what takes long.
            if (taken.text !== event.target.value) event.target.value = taken.text;
            change(taken.text);
            setRefusal(taken.refusal);
            picker.look(taken.text, event.target.selectionStart);
            if (!isNote) onTyping();
          }}
          onSelect={({ currentTarget }) => {
            if (!isNote) picker.look(currentTarget.value, currentTarget.selectionStart);
          }}
          onBlur={() => picker.close()}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && takeSlashBack()) return event.stopPropagation();
            if (!isNote && picker.onKey(event)) return;
            // Enter that ends a composition (Japanese, Chinese …) chooses a word, it sends nothing.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <button
          type="submit"
          aria-label={isNote ? 'Save note' : 'Send reply'}
          disabled={isBlank(text) || isTooLong || isSaving}
          className="grid size-11 shrink-0 place-items-center rounded-[12px] bg-primary text-on-primary disabled:bg-sunken disabled:text-ink-3"
        >
          <Icon name={isNote ? 'check' : 'paper-plane-right-fill'} />
        </button>
      </div>
      <p role="status" className="sr-only">
        {picker.options && !isNote
          ? `${picker.options.length} to insert. Use the arrow keys, Enter inserts.`
          : ''}
      </p>
      <p
        id="reply-hint"
        className={`mt-2 flex flex-wrap justify-between gap-x-4 text-[13px] ${isNote ? 'text-amber' : 'text-ink-3'}`}
      >
        {refusal ? (
          <span role="alert" className="font-semibold text-error">
            {refusal}
          </span>
        ) : (
          <span>
            {isNote
              ? 'Only the team sees this. Enter saves. Shift + Enter adds a line.'
              : 'Enter sends. Shift + Enter adds a line.'}
          </span>
        )}
        {!isNote && (
          <Link to="/canned-replies" className="min-h-6 underline underline-offset-3 max-md:hidden">
            Canned replies
          </Link>
        )}
        {length > COUNTED_FROM && (
          <span className={`tabular-nums ${isTooLong ? 'font-semibold text-error' : ''}`}>
            {length.toLocaleString('en-US')} of {MESSAGE_MAX_LENGTH.toLocaleString('en-US')}{' '}
            characters
          </span>
        )}
      </p>
    </form>
  );
}

interface ModeProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Mode({ isOn, onClick, children }: ModeProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="min-h-9 rounded-chip px-3 text-[14px] font-semibold text-ink-2 hover:text-ink aria-pressed:bg-soft aria-pressed:text-soft-ink forced-colors:aria-pressed:border"
    >
      {children}
    </button>
  );
}
