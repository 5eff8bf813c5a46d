import { t } from '../../../i18n/translate.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Moment } from '../../../ui/date-time.tsx';
import { ActionForm } from '../../../ui/form/action-form.tsx';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton, HiddenFields } from '../../../ui/form/form-button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import {
  formatPosition,
  type CommentView,
  type ProofPosition,
  type ReplyView,
} from '../../protocol/proof.ts';
import { useNewId } from './use-new-id.ts';

interface CommentListProps {
  readonly comments: readonly CommentView[];
  readonly canAdd: boolean;
  readonly newId: string;
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
          <summary className="link min-h-11 cursor-pointer">
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
          <ReplyForm {...props} key={`${comment.id} ${replies.length}`} />
        </div>
      )}
    </li>
  );
}

function Words({ words, canAdd, answer }: CommentProps & { readonly words: ReplyView }) {
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
      {canAdd && mayChange && (
        <div className="mt-2 flex flex-wrap items-start gap-x-4">
          <EditForm words={words} answer={answer} key={text} />
          <ConfirmForm
            className="link min-h-11 text-[14px]"
            label={t('Delete')}
            question={t('Delete this comment?')}
            text={t('Nobody will see it any more.')}
            fields={{ intent: 'delete', comment: id }}
            doLabel={t('Delete')}
          />
        </div>
      )}
    </>
  );
}

function EditForm({
  words: { id, text },
  answer,
}: Pick<CommentProps, 'answer'> & { readonly words: ReplyView }) {
  const own = ownAnswer(answer, 'edit', id);
  const field = answeredField(own);
  return (
    <details open={own !== undefined}>
      <summary className="link flex min-h-11 cursor-pointer items-center text-[14px]">
        {t('Edit')}
      </summary>
      <ActionForm preventScrollReset className="mt-2 grid gap-3">
        <HiddenFields fields={{ comment: id }} />
        <TextAreaField
          {...field('text')}
          defaultValue={own?.typed.text ?? text}
          label={t('Comment')}
          rows={3}
        />
        <div>
          <SubmitButton className="button button-line button-small" name="intent" value="edit">
            {t('Save')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

function ReplyForm({ comment: { id, number }, newId, answer }: CommentProps) {
  const replyId = useNewId(newId);
  const own = ownAnswer(answer, 'reply', id);
  const field = answeredField(own);
  return (
    <details open={own !== undefined} className="min-w-0 open:basis-full">
      <summary
        className="link flex min-h-11 w-fit cursor-pointer items-center"
        aria-label={t('Reply to comment {number}', { number })}
      >
        {t('Reply')}
      </summary>
      <ActionForm preventScrollReset className="mt-2 grid gap-3">
        <HiddenFields fields={{ key: replyId, comment: id }} />
        <TextAreaField {...field('text')} label={t('Reply')} rows={2} />
        <div>
          <SubmitButton className="button button-line button-small" name="intent" value="reply">
            {t('Send reply')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

/** The refusal of this form, whose typed text must not be lost. */
function ownAnswer(answer: FormAnswer | undefined, intent: string, id: string) {
  return answer?.intent === intent && !answer.isDone && answer.typed.comment === id
    ? answer
    : undefined;
}
