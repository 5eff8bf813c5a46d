import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { MESSAGE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import { takeIn } from '../take-in.ts';
import { ReplyPickerList } from './reply-picker.tsx';
import { useCommands } from '../../ui/command/command-sources.ts';
import { replyCommands } from './reply-commands.ts';
import { useReply, type Reply, type ReplyOptions } from './use-reply.ts';

interface ReplyBoxProps extends ReplyOptions {
  readonly onTyping: () => void;
}

/** Said from here on, so that the limit does not come as a surprise. */
const COUNTED_FROM = MESSAGE_MAX_LENGTH - 500;

/** Enter sends, Shift+Enter adds a line; 44 to 120 px high (SPEC §9). */
export function ReplyBox({ onTyping, ...options }: ReplyBoxProps) {
  const reply = useReply(options);
  useCommands(() => replyCommands(reply, options));
  const { isNote, isSendable, picker, send } = reply;
  return (
    <form
      className={`border-t px-4 py-3 md:px-7 ${isNote ? 'border-amber bg-amber-tint' : 'border-line bg-surface'}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto max-w-[760px]">
        <Modes reply={reply} isNoteOnly={options.isNoteOnly} onOffer={options.onOffer} />
        <div className="relative flex items-end gap-2.5">
          {picker.options && !isNote && <ReplyPickerList {...picker} />}
          <ReplyField reply={reply} onTyping={onTyping} />
          <button
            type="submit"
            aria-label={isNote ? 'Save note' : 'Send reply'}
            disabled={!isSendable}
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
        <Hint reply={reply} />
      </div>
    </form>
  );
}

const TOOL =
  'flex min-h-9 items-center gap-1.5 rounded-chip px-2.5 text-[14px] font-semibold text-ink-2 hover:bg-sunken hover:text-ink';

type ModesProps = { reply: Reply } & Pick<ReplyOptions, 'isNoteOnly' | 'onOffer'>;

function Modes({ reply, isNoteOnly, onOffer }: ModesProps) {
  const { isNote, slash, switchTo } = reply;
  return (
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
        <button type="button" className={`ml-auto ${TOOL}`} onClick={onOffer}>
          <Icon name="tag" size={17} />
          <span className="max-md:sr-only">Make an offer</span>
          <span aria-hidden="true" className="md:hidden">
            Offer
          </span>
        </button>
      )}
      {!isNote && (
        <button type="button" className={TOOL} onClick={slash.begin}>
          <Icon name="lightning" size={17} />
          <span>
            Insert<span className="max-md:sr-only"> a reply or service</span>
          </span>
        </button>
      )}
    </div>
  );
}

function ReplyField({ reply, onTyping }: { reply: Reply; onTyping: () => void }) {
  const { isNote, text, isSaving, isTooLong, field, picker, slash, change, setRefusal, send } =
    reply;
  const label = isNote ? 'Write a private note' : 'Write a reply';
  return (
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
        if (!isNote && event.key === 'Escape' && slash.takeBack()) return event.stopPropagation();
        if (!isNote && picker.onKey(event)) return;
        // Enter that ends a composition (Japanese, Chinese …) chooses a word, it sends nothing.
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        send();
      }}
    />
  );
}

/** What the keys do, what is wrong, and how long the text is where that matters. */
function Hint({ reply: { isNote, length, isTooLong, refusal } }: { reply: Reply }) {
  return (
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
