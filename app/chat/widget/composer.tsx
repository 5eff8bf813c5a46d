import { useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface ComposerProps {
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly onSend: (text: string) => void;
  readonly onTyping: () => void;
}

/** Enter sends, Shift+Enter adds a line; 48 to 120 px high (SPEC §9). */
export function Composer({ placeholder, isDisabled, onSend, onTyping }: ComposerProps) {
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
      className="flex items-end gap-2.5 border-t border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        aria-label="Message"
        placeholder={placeholder}
        disabled={isDisabled}
        value={text}
        className="field field-sizing-content max-h-[120px] min-h-[48px] resize-none py-[10px]"
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
        aria-label="Send message"
        disabled={isDisabled || text.trim() === ''}
        className="grid size-12 shrink-0 place-items-center rounded-[14px] bg-primary text-on-primary disabled:bg-sunken disabled:text-ink-3"
      >
        <Icon name="paper-plane-right-fill" />
      </button>
    </form>
  );
}
