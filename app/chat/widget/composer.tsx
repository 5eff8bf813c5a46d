import { useRef, useState, type RefObject } from 'react';
import { inGroups } from '../../platform/in-groups.ts';
import { isBlank, trimText } from '../../platform/shown-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { sendsMessage, TAKEN_IN, receive, usePasteLimit } from '../client/typed-text.ts';
import { AttachButtons, AttachmentTray } from '../client/files/attach-files.tsx';
import { visitorUploads } from '../client/files/attachments.ts';
import type { PickedFile } from '../client/files/picked-file.ts';
import type { AttachmentsView } from '../client/files/use-attachments.ts';
import { t } from '../../i18n/translate.ts';

interface ComposerProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly placeholder: string;
  readonly attachments: AttachmentsView;
  readonly onChange: (text: string) => void;
  readonly onSend: (text: string, files: readonly PickedFile[]) => void;
}

/** From this length on the visitor sees how many characters are left. */
const TOLD_FROM = MESSAGE_MAX_LENGTH - 500;

/**
 * Enter sends and Shift+Enter adds a line (on touch screens see `sendsMessage`). The height is 48 to 120 px
 * (rule 96).
 */
export function Composer({ ref, text, placeholder, attachments, onChange, onSend }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const length = trimText(text).length;
  const hint = refusal ?? lengthHint(length);
  const isTooLong = length > MESSAGE_MAX_LENGTH;
  const canSend = (!isBlank(text) || attachments.sendable.length > 0) && !isTooLong;

  usePasteLimit(ref, setRefusal);

  return (
    <form
      ref={form}
      className="border-t border-line bg-surface p-3 pb-[max(12px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSend) return;
        onSend(text, attachments.take());
        ref.current?.focus();
      }}
    >
      {hint && (
        <p
          id="chat-length"
          role={isTooLong || refusal ? 'alert' : undefined}
          className={`mb-2 px-1 text-[13px] leading-[1.4] ${isTooLong || refusal ? 'font-semibold text-error' : 'text-ink-2'}`}
        >
          {hint}
        </p>
      )}
      <AttachmentTray view={attachments} persistedFiles={visitorUploads().persistedFiles} />
      <div className="flex items-end gap-2">
        {attachments.isOffered && <AttachButtons onFiles={attachments.add} size="h-12 w-9" />}
        <textarea
          ref={ref}
          rows={1}
          aria-label={t('Message')}
          aria-invalid={isTooLong}
          aria-describedby={hint ? 'chat-length' : undefined}
          placeholder={placeholder}
          value={text}
          dir="auto"
          // Laying out a long text is slow, so the browser must cut the text first.
          maxLength={TAKEN_IN}
          enterKeyHint="enter"
          className="field field-sizing-content max-h-[120px] min-h-[48px] resize-none py-[10px]"
          onChange={(event) => {
            const taken = receive(event.target.value);
            // Laying out a long text is slow, so the text is cut before the browser lays it out.
            if (taken.text !== event.target.value) event.target.value = taken.text;
            setRefusal(taken.refusal);
            onChange(taken.text);
          }}
          onKeyDown={(event) => {
            if (!sendsMessage(event)) return;
            event.preventDefault();
            form.current?.requestSubmit();
          }}
        />
        <button
          type="submit"
          aria-label={t('Send message')}
          disabled={!canSend}
          className="grid size-12 shrink-0 place-items-center rounded-[14px] border border-transparent bg-primary text-on-primary transition-colors duration-[180ms] hover:bg-primary-hover disabled:cursor-default disabled:bg-sunken disabled:text-ink-3"
        >
          <Icon name="paper-plane-right-fill" size={22} />
        </button>
      </div>
    </form>
  );
}

function lengthHint(length: number): string | null {
  if (length <= TOLD_FROM) return null;
  const rest = MESSAGE_MAX_LENGTH - length;
  if (rest >= 0) return t('{value} characters left', { value: inGroups(rest) });
  const limit = inGroups(MESSAGE_MAX_LENGTH);
  return t('Too long by {value} characters. A message holds {limit}.', {
    value: inGroups(-rest),
    limit,
  });
}
