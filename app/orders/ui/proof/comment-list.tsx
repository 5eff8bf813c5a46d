import { useEffect, useRef, useState, type ComponentType } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Moment } from '../../../ui/date-time.tsx';
import { ActionForm } from '../../../ui/form/action-form.tsx';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../../ui/form/form-answer.ts';
import { FormButton, HiddenFields } from '../../../ui/form/form-button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import {
  formatPosition,
  type CommentView,
  type FormOfComment,
  type ProofPosition,
  type ReplyView,
} from '../../protocol/proof.ts';
import type { ProofPageProps } from './proof-page-props.ts';
import { useNewId } from './use-new-id.ts';

interface CommentListProps extends Pick<ProofPageProps, 'newId' | 'openForm'> {
  readonly comments: readonly CommentView[];
  readonly canAdd: boolean;
  readonly answer: FormAnswer | undefined;
  /** Shows a position in the file before its pin is followed. Undefined if all pins are visible. */
  readonly onShow: ((position: ProofPosition) => void) | undefined;
}

type CommentProps = Omit<CommentListProps, 'comments'> & { readonly comment: CommentView };

/** Open comments in reading order, then the resolved ones, which stay readable. */
export function CommentList({ comments, ...props }: CommentListProps) {
  const open = comments.filter(({ resolvedBy }) => resolvedBy === null);
  const resolved = comments.filter(({ resolvedBy }) => resolvedBy !== null);
  return (
    <section aria-labelledby="proof-comments" className="mt-6">
      <h2 id="proof-comments" className="text-[22px]">
        {t('{count, plural, one {# open comment} other {# open comments}}', {
          count: open.length,
        })}
      </h2>
      {comments.length === 0 && (
        <p className="mt-2 text-ink-2">{t('Comments on this file will appear here.')}</p>
      )}
      <ol className="mt-3 grid gap-3">
        {open.map((comment) => (
          <Comment key={comment.id} comment={comment} {...props} />
        ))}
      </ol>
      {resolved.length > 0 && (
        <details className="mt-4">
          <summary className="link opener">
            {t('{count, plural, one {# resolved comment} other {# resolved comments}}', {
              count: resolved.length,
            })}
          </summary>
          <ol className="mt-3 grid gap-3">
            {resolved.map((comment) => (
              <Comment key={comment.id} comment={comment} {...props} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Comment(props: CommentProps) {
  const { comment, canAdd, onShow } = props;
  const { number, position, resolvedBy, isRequested, replies } = comment;
  const where = formatPosition(position);
  return (
    <li
      id={`comment-${number}`}
      tabIndex={-1}
      className="scroll-mt-24 rounded-card bg-surface p-4 ring-1 ring-line target:ring-2 target:ring-primary"
    >
      <h3 className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
        <span>{t('Comment {number}', { number })}</span>
        {resolvedBy !== null && (
          <Chip tone="success">{t('Resolved by {name}', { name: resolvedBy })}</Chip>
        )}
        {isRequested && <Chip tone="amber">{t('In a revision request')}</Chip>}
      </h3>
      <p className="mt-1 text-[14px] text-ink-2">
        {position.x !== null ? (
          <a className="link" href={`#pin-${number}`} onClick={() => onShow?.(position)}>
            {where}
          </a>
        ) : (position.atMs ?? position.page) !== null && onShow ? (
          <button type="button" className="link" onClick={() => onShow(position)}>
            {where}
          </button>
        ) : (
          where
        )}
      </p>
      <Words {...props} words={comment} />
      {replies.length > 0 && (
        <ol aria-label={t('Replies')} className="mt-3 grid gap-3 border-s-2 border-line ps-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Words {...props} words={reply} />
            </li>
          ))}
        </ol>
      )}
      {canAdd && (
        <div className="mt-3 flex flex-wrap items-start gap-3">
          <FormButton
            fields={{ comment: comment.id }}
            name="intent"
            value={resolvedBy === null ? 'resolve' : 'reopen'}
            aria-label={
              resolvedBy === null
                ? t('Resolve comment {number}', { number })
                : t('Open comment {number} again', { number })
            }
          >
            {resolvedBy === null ? t('Resolve') : t('Open again')}
          </FormButton>
          <FormOnDemand
            {...props}
            intent="reply"
            id={comment.id}
            label={t('Reply')}
            accessibleLabel={t('Reply to comment {number}', { number })}
            Form={ReplyForm}
          />
        </div>
      )}
    </li>
  );
}

function Words({ words, ...props }: CommentProps & { readonly words: ReplyView }) {
  const { id, by, at, isEdited, text, mayChange } = words;
  return (
    <>
      <p className="mt-2 text-[14px] text-ink-3">
        <bdi className="font-semibold text-ink">{by}</bdi>
        {' · '}
        <Moment at={at} />
        {isEdited && ` · ${t('edited')}`}
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
      {props.canAdd && mayChange && (
        <div className="mt-2 flex flex-wrap items-start gap-x-4 text-[14px]">
          <FormOnDemand
            {...props}
            intent="edit"
            id={id}
            text={text}
            label={t('Edit')}
            Form={EditForm}
          />
          <FormOnDemand {...props} intent="delete" id={id} label={t('Delete')} Form={DeleteForm} />
        </div>
      )}
    </>
  );
}

interface FormOnDemandProps extends CommentProps {
  readonly intent: FormOfComment;
  /** The comment or reply that the form changes. */
  readonly id: string;
  readonly text?: string;
  readonly label: string;
  readonly accessibleLabel?: string;
  readonly Form: ComponentType<OpenFormProps>;
}

interface OpenFormProps extends Pick<FormOnDemandProps, 'id' | 'text' | 'newId'> {
  /** The refusal of this form, whose typed text must not be lost. */
  readonly refusal: FormAnswer | undefined;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

/**
 * A link that opens a form in its place. A page of 200 comments with all their forms took seconds to become interactive.
 * Without scripts, the link loads the page with the form.
 */
function FormOnDemand(props: FormOnDemandProps) {
  const { comment, intent, id, label, accessibleLabel, Form, openForm, answer } = props;
  const refusal =
    answer?.intent === intent && !answer.isDone && answer.typed.comment === id ? answer : undefined;
  const isAsked = openForm?.intent === intent && openForm.id === id && answer?.isDone !== true;
  const [isOpen, setOpen] = useState(isAsked || refusal !== undefined);
  const part = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);
  const isSent = useRef(false);
  const change = (to: boolean) => {
    hasChanged.current = true;
    setOpen(to);
  };
  useEffect(() => {
    if (hasChanged.current)
      part.current?.querySelector<HTMLElement>('a, textarea, button')?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (isSent.current && answer?.isDone === true) change(false);
    isSent.current = false;
  }, [answer]);
  return (
    <div ref={part} className={isOpen ? 'min-w-0 basis-full' : undefined}>
      {isOpen ? (
        <Form
          {...props}
          refusal={refusal}
          onSubmit={() => {
            isSent.current = true;
          }}
          onCancel={() => change(false)}
        />
      ) : (
        <a
          href={`?${intent}=${id}#comment-${comment.number}`}
          className="link flex min-h-11 items-center"
          aria-label={accessibleLabel}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            change(true);
          }}
        >
          {label}
        </a>
      )}
    </div>
  );
}

function EditForm({ id, text, refusal, onSubmit, onCancel }: OpenFormProps) {
  const field = answeredField(refusal);
  return (
    <ActionForm preventScrollReset className="mt-2 grid gap-3" onSubmit={onSubmit}>
      <HiddenFields fields={{ comment: id }} />
      <TextAreaField
        {...field('text')}
        defaultValue={refusal?.typed.text ?? text}
        label={t('Comment')}
        rows={3}
      />
      <SendButtons intent="edit" label={t('Save')} onCancel={onCancel} />
    </ActionForm>
  );
}

function ReplyForm({ id, newId, refusal, onSubmit, onCancel }: OpenFormProps) {
  const replyId = useNewId(newId);
  const field = answeredField(refusal);
  return (
    <ActionForm preventScrollReset className="mt-2 grid gap-3" onSubmit={onSubmit}>
      <HiddenFields fields={{ key: replyId, comment: id }} />
      <TextAreaField {...field('text')} label={t('Reply')} rows={2} />
      <SendButtons intent="reply" label={t('Send reply')} onCancel={onCancel} />
    </ActionForm>
  );
}

function DeleteForm({ id, onSubmit, onCancel }: OpenFormProps) {
  return (
    <ActionForm preventScrollReset className="mt-2 grid gap-3" onSubmit={onSubmit}>
      <HiddenFields fields={{ comment: id }} />
      <p>
        <strong>{t('Delete this comment?')}</strong> {t('Nobody will see it any more.')}
      </p>
      <div className="flex flex-wrap gap-3">
        <CancelButton onCancel={onCancel} />
        <SubmitButton className="button button-danger button-small" name="intent" value="delete">
          {t('Delete')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

function SendButtons({
  intent,
  label,
  onCancel,
}: Pick<FormOnDemandProps, 'intent' | 'label'> & Pick<OpenFormProps, 'onCancel'>) {
  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton className="button button-line button-small" name="intent" value={intent}>
        {label}
      </SubmitButton>
      <CancelButton onCancel={onCancel} />
    </div>
  );
}

/** Loads the page without the form where scripts do not run. */
function CancelButton({ onCancel }: Pick<OpenFormProps, 'onCancel'>) {
  return (
    <a
      href="?"
      className="button button-line button-small"
      onClick={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {t('Cancel')}
    </a>
  );
}
