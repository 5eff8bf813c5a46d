import { useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { MESSAGE_MAX_LENGTH } from '../rules.ts';
import { readDraft, storeDraft } from './preferences.ts';

interface ReplyBoxProps {
  readonly visitorId: string;
  /** False when it could not be taken: it stays in the box. */
  readonly onSend: (text: string) => boolean;
  readonly onTyping: () => void;
}

/** Said from here on, so that the limit does not come as a surprise. */
const COUNTED_FROM = MESSAGE_MAX_LENGTH - 500;

/** Enter sends, Shift+Enter adds a line; 44 to 120 px high (SPEC §9). */
export function ReplyBox({ visitorId, onSend, onTyping }: ReplyBoxProps) {
  const [text, setText] = useState(() => readDraft(visitorId));
  const field = useRef<HTMLTextAreaElement>(null);
  const length = text.trim().length;
  const isTooLong = length > MESSAGE_MAX_LENGTH;

  function change(next: string) {
    setText(next);
    storeDraft(visitorId, next);
  }

  function send() {
    if (length === 0 || isTooLong) return;
    if (!onSend(text)) return;
    change('');
    field.current?.focus();
  }

  return (
    <form
      className="border-t border-line bg-surface px-4 py-4 md:px-7"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="relative">
        <textarea
          ref={field}
          id="reply"
          rows={1}
          aria-label="Write a reply"
          aria-describedby="reply-hint"
          aria-invalid={isTooLong}
          placeholder="Write a reply"
          value={text}
          className="field block field-sizing-content max-h-[120px] min-h-[68px] resize-none py-[21px] pr-16 leading-6"
          onChange={(event) => {
            change(event.target.value);
            onTyping();
          }}
          onKeyDown={(event) => {
            // Enter that ends a composition (Japanese, Chinese …) chooses a word, it sends nothing.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <button
          type="submit"
          aria-label="Send reply"
          disabled={length === 0 || isTooLong}
          className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-[12px] bg-primary text-on-primary disabled:bg-sunken disabled:text-ink-3"
        >
          <Icon name="paper-plane-right-fill" />
        </button>
      </div>
      <p id="reply-hint" className="mt-2 flex justify-between gap-4 text-[13px] text-ink-3">
        <span>Enter sends. Shift + Enter adds a line.</span>
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
