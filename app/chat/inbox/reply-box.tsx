import { useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface ReplyBoxProps {
  readonly onSend: (text: string) => void;
  readonly onTyping: () => void;
}

/** Enter sends, Shift+Enter adds a line; 44 to 120 px high (SPEC §9). */
export function ReplyBox({ onSend, onTyping }: ReplyBoxProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  function send() {
    if (text.trim() === '') return;
    onSend(text);
    setText('');
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
          rows={1}
          aria-label="Write a reply"
          aria-describedby="reply-hint"
          placeholder="Write a reply"
          value={text}
          className="field field-sizing-content max-h-[120px] min-h-[44px] resize-none pr-16"
          onChange={(event) => {
            setText(event.target.value);
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
          disabled={text.trim() === ''}
          className="absolute right-2 bottom-2.5 grid size-11 place-items-center rounded-[12px] bg-primary text-on-primary disabled:bg-sunken disabled:text-ink-3"
        >
          <Icon name="paper-plane-right-fill" />
        </button>
      </div>
      <p id="reply-hint" className="mt-2 text-[13px] text-ink-3">
        Enter sends. Shift + Enter adds a line.
      </p>
    </form>
  );
}
