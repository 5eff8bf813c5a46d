import { t, formatsNow } from '../../i18n/translate.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MESSAGE_MAX_LENGTH } from '../protocol/rules.ts';
import { AttachButtons, AttachmentTray } from '../client/files/attach-files.tsx';
import { deskUploads } from '../client/files/attachments.ts';
import { isComposing } from '../../ui/is-composing.ts';
import { sendsMessage, TAKEN_IN, receive } from '../client/typed-text.ts';
import { isDraftLeft, noteAsked } from './draft/placed-drafts.ts';
import { MentionPickerList, ReplyPickerList } from './picker-lists.tsx';
import { useCommands } from '../../ui/command/command.ts';
import { replyCommands } from './reply-commands.ts';
import { describeWriting } from './colleagues.ts';
import type { LostTo } from './open-thread.ts';
import { describeHolder, useReply, type Reply, type ReplyOptions } from './use-reply.ts';

interface ReplyBoxProps extends ReplyOptions {
  readonly onTyping: () => void;
  /** Set if the reply does not go to the last conversation of the thread. */
  readonly earlier: { readonly topic: string | null } | null;
  /** Text that another app shared; it is appended to the reply. */
  readonly sharedText: string;
}

const DraftPanel = lazyPart(async () => (await import('./draft/draft-panel.tsx')).default);

/** The length is shown from this point on, so that the limit comes as no surprise. */
const COUNTED_FROM = MESSAGE_MAX_LENGTH - 500;

/**
 * Enter sends and Shift+Enter adds a line (on touch screens see `sendsMessage`). The height is 44 to 120 px
 * (rule 159).
 */
export function ReplyBox({ onTyping, earlier, sharedText, ...options }: ReplyBoxProps) {
  const reply = useReply(options);
  const { draftsIn, visitorId } = options;
  /** Counts the requests for a draft; null while there is no draft to show. */
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    // This runs in an effect, because the server has no access to browser storage.
    if (draftsIn !== null && isDraftLeft(visitorId, draftsIn)) setAsked((times) => times ?? 0);
  }, [draftsIn, visitorId]);
  const onDraft =
    draftsIn === null
      ? undefined
      : () => {
          noteAsked(draftsIn);
          setAsked((times) => (times ?? 0) + 1);
        };
  useCommands(() => replyCommands(reply, { ...options, onDraft }));
  const { isNote, isSendable, isLocked, picker, mentions, send, attachments } = reply;
  const offered = isNote ? mentions.options : picker.options;
  useReplyForFiles(reply);
  const addShared = useEffectEvent(() =>
    reply.change([reply.text, sharedText].filter((one) => one.trim() !== '').join('\n')),
  );
  useEffect(() => {
    if (sharedText !== '') addShared();
  }, [sharedText]);
  return (
    <form
      className={`border-t px-4 py-3 md:px-7 ${isNote ? 'border-amber bg-amber-tint' : 'border-line bg-surface'}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto max-w-[760px]">
        <p role="status" className="text-[14px] font-semibold text-ink-2 not-empty:mb-2">
          {describeWriting(options.writers)}
        </p>
        <Modes
          reply={reply}
          hasReplies={!options.isNoteOnly || options.lostTo !== null}
          hasNotes={options.mayWriteNotes}
          onOffer={options.onOffer}
          onDraft={onDraft}
        />
        {draftsIn !== null && asked !== null && !isLocked && (
          <DraftPanel
            key={draftsIn}
            conversationId={draftsIn}
            visitorId={visitorId}
            asked={asked}
            newestNumber={options.newestNumber}
            reply={reply}
          />
        )}
        {earlier && !isNote && !isLocked && (
          <p className="mb-2 text-[13px] font-semibold text-amber">
            {earlier.topic === null
              ? t('Your reply goes to an earlier conversation of this visitor.')
              : t('Your reply goes to the earlier conversation “{topic}”.', {
                  topic: earlier.topic,
                })}
          </p>
        )}
        <AttachmentTray view={attachments} persistedFiles={deskUploads().persistedFiles} />
        <div className="relative flex items-end gap-2.5">
          {picker.options && !isNote && <ReplyPickerList {...picker} />}
          {mentions.options && isNote && <MentionPickerList {...mentions} />}
          {!isNote && !isLocked && attachments.isOffered && (
            <AttachButtons onFiles={attachments.add} size="h-11 w-9" />
          )}
          <ReplyField reply={reply} onTyping={onTyping} />
          <button
            type="submit"
            aria-label={isNote ? t('Save note') : t('Send reply')}
            disabled={!isSendable}
            className="grid size-11 shrink-0 place-items-center rounded-[12px] bg-primary text-on-primary disabled:bg-sunken disabled:text-ink-3"
          >
            <Icon name={isNote ? 'check' : 'paper-plane-right-fill'} />
          </button>
        </div>
        <p role="status" className="sr-only">
          {offered
            ? t('{length} to insert. Use the arrow keys, Enter inserts.', {
                length: offered.length,
              })
            : ''}
        </p>
        {isLocked ? <Locked lostTo={options.lostTo} /> : <Hint reply={reply} />}
      </div>
    </form>
  );
}

/** The text stays, so that the agent can copy it or pass it on. */
function Locked({ lostTo }: { lostTo: LostTo | null }) {
  return (
    <p id="reply-hint" role="status" className="mt-2 text-[13px] font-semibold text-amber">
      {describeHolder(lostTo)} {t('What you had written stays here and cannot be sent.')}
    </p>
  );
}

/** Switches to the reply when a file is dropped on a note, because notes have no files; the note's text is kept. */
function useReplyForFiles({ switchTo, attachments }: Reply): void {
  const count = attachments.files.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) switchTo(false);
    before.current = count;
  });
}

const TOOL =
  'flex min-h-9 items-center gap-1.5 rounded-chip px-2.5 text-[14px] font-semibold text-ink-2 hover:bg-sunken hover:text-ink';

interface ModesProps extends Pick<ReplyOptions, 'onOffer'> {
  /** Undefined where no model writes drafts. */
  readonly onDraft: (() => void) | undefined;
  readonly reply: Reply;
  readonly hasReplies: boolean;
  readonly hasNotes: boolean;
}

function Modes({ reply, hasReplies, hasNotes, onOffer, onDraft }: ModesProps) {
  const { isNote, isLocked, slash, switchTo } = reply;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1">
      {hasReplies && (
        <Mode isOn={!isNote} onClick={() => switchTo(false)}>
          {t('Reply')}
        </Mode>
      )}
      {hasNotes && (
        <Mode isOn={isNote} onClick={() => switchTo(true)}>
          {t('Private note')}
        </Mode>
      )}
      {onDraft && !isNote && !isLocked && (
        <button type="button" className={`ml-auto ${TOOL}`} onClick={onDraft}>
          <Icon name="note-pencil" size={17} />
          <span>
            <span aria-hidden="true" className="md:hidden">
              {t('Draft')}
            </span>
            <span className="max-md:sr-only">{t('Draft an answer')}</span>
          </span>
        </button>
      )}
      {!isNote && !isLocked && (
        <button type="button" className={`${onDraft ? '' : 'ml-auto'} ${TOOL}`} onClick={onOffer}>
          <Icon name="tag" size={17} />
          <span className="max-md:sr-only">{t('Make an offer')}</span>
          <span aria-hidden="true" className="md:hidden">
            {t('Offer')}
          </span>
        </button>
      )}
      {!isNote && !isLocked && (
        <button type="button" className={TOOL} onClick={slash.begin}>
          <Icon name="lightning" size={17} />
          <span>
            {t('Insert')}
            <span className="max-md:sr-only"> {t('a reply or service')}</span>
          </span>
        </button>
      )}
    </div>
  );
}

function ReplyField({ reply, onTyping }: { reply: Reply; onTyping: () => void }) {
  const { isNote, text, isSaving, isTooLong, isLocked, field, slash, change, setRefusal, send } =
    reply;
  const picker = isNote ? reply.mentions : reply.picker;
  const label = isNote ? t('Write a private note') : t('Write a reply');
  return (
    <textarea
      ref={field}
      id="reply"
      rows={1}
      aria-label={label}
      aria-describedby="reply-hint"
      aria-invalid={isTooLong}
      aria-autocomplete="list"
      aria-controls={picker.list.listId}
      aria-activedescendant={picker.list.activeId}
      placeholder={label}
      readOnly={isSaving || isLocked}
      value={text}
      dir="auto"
      maxLength={TAKEN_IN}
      enterKeyHint="enter"
      className="field block field-sizing-content max-h-[120px] min-h-[44px] min-w-0 flex-1 resize-none py-2 leading-6"
      onChange={(event) => {
        const taken = receive(event.target.value);
        // Laying out a long text is slow, so the text is cut before the browser lays it out.
        if (taken.text !== event.target.value) event.target.value = taken.text;
        change(taken.text);
        setRefusal(taken.refusal);
        picker.look(taken.text, event.target.selectionStart);
        if (!isNote) onTyping();
      }}
      onSelect={({ currentTarget }) => {
        picker.look(currentTarget.value, currentTarget.selectionStart);
      }}
      onBlur={() => picker.close()}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (!isNote && event.key === 'Escape' && slash.unsend()) return event.stopPropagation();
        if (picker.onKey(event)) return;
        // Escape in an empty field returns to the keyboard shortcuts.
        if (event.key === 'Escape' && text === '') event.currentTarget.blur();
        if (!sendsMessage(event)) return;
        event.preventDefault();
        send();
      }}
    />
  );
}

function Hint({ reply }: { reply: Reply }) {
  const { isNote, isAwaiting, length, isTooLong, refusal, warning, send } = reply;
  return (
    <p
      id="reply-hint"
      className={`mt-2 flex flex-wrap justify-between gap-x-4 text-[13px] ${isNote ? 'text-amber' : 'text-ink-3'}`}
    >
      {refusal ? (
        <span role="alert" className="font-semibold text-error">
          {refusal}
        </span>
      ) : warning ? (
        <span role="alert" className="font-semibold text-amber">
          {warning}{' '}
          <button type="button" className="min-h-6 underline underline-offset-3" onClick={send}>
            {t('Send anyway')}
          </button>
        </span>
      ) : isAwaiting ? (
        <span role="status">{t('It is sent as soon as the conversation is here.')}</span>
      ) : (
        <>
          <span className="pointer-coarse:hidden">
            {isNote
              ? t(
                  'Only the team sees this. @ tells a colleague. Enter saves. Shift + Enter adds a line.',
                )
              : t('Enter sends. Shift + Enter adds a line.')}
          </span>
          <span className="hidden pointer-coarse:inline">
            {isNote
              ? t('Only the team sees this. @ tells a colleague. Enter adds a line.')
              : t('Enter adds a line.')}
          </span>
        </>
      )}
      {!isNote && (
        <Link to="/canned-replies" className="min-h-6 underline underline-offset-3 max-md:hidden">
          {t('Canned replies')}
        </Link>
      )}
      {length > COUNTED_FROM && (
        <span className={`tabular-nums ${isTooLong ? 'font-semibold text-error' : ''}`}>
          {t('{length} of {messageMaxLength} characters', {
            length: length.toLocaleString(formatsNow()),
            messageMaxLength: MESSAGE_MAX_LENGTH.toLocaleString(formatsNow()),
          })}
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
