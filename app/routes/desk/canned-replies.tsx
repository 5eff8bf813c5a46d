import * as v from 'valibot';
import { checkForm } from '../../platform/read-form.ts';
import { readText } from '../../platform/form.ts';
import { field } from '../../platform/fields.ts';
import {
  deleteCannedReply,
  readCannedReplies,
  saveCannedReply,
} from '../../conversation/say/canned-replies.server.ts';
import {
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
  SHORTCUT_MAX_LENGTH,
} from '../../conversation/wire/rules.ts';
import type { CannedReply } from '../../conversation/wire/views.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { may } from '../../team/members/permissions.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { isUuid, requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/canned-replies.ts';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';

const LIMIT = { name: 'canned-reply', burst: 60, perMinute: 30 };

export const meta: Route.MetaFunction = () => [{ title: 'Canned replies' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  const { db } = context.get(hostContext);
  return { member, replies: await readCannedReplies(db, member) };
}

const replyForm = v.object({
  intent: field(32),
  id: field(36),
  shortcut: field(SHORTCUT_MAX_LENGTH),
  text: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  for: field(32),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requireMemberPage(context, request);
  const host = context.get(hostContext);
  const { db, limits } = host;
  return answerForm(request, async (sent) => {
    await limits.take(LIMIT, member.id);
    const form = checkReply(sent);
    const { id } = form;
    if (id !== '' && !isUuid(id)) throw new RefusedError(404, 'There is no such reply.');
    switch (form.intent) {
      case 'save': {
        const save = {
          shortcut: form.shortcut,
          text: form.text,
          isShared: form.for === 'everybody',
        };
        const shortcut =
          id === ''
            ? await saveCannedReply(host, member, save)
            : await saveCannedReply(host, member, { ...save, id }).catch(withoutField);
        return `/${shortcut} is saved.`;
      }
      case 'delete':
        await deleteCannedReply(db, member, id);
        return 'The reply is deleted.';
      default:
        throw new RefusedError(400, 'The request is not what was expected.');
    }
  });
}

function checkReply(sent: FormData): v.InferOutput<typeof replyForm> {
  try {
    return checkForm(sent, replyForm);
  } catch (error) {
    if (readText(sent, 'id') !== '') withoutField(error);
    throw error;
  }
}

/** The fields of this name are those of a new reply; what is wrong with a change is said above. */
function withoutField(error: unknown): never {
  throw error instanceof RefusedError ? new RefusedError(error.status, error.message) : error;
}

export default function CannedReplies({ loaderData, actionData }: Route.ComponentProps) {
  const { member, replies } = loaderData;
  const maySave = may(member, 'manage-shared-replies');
  const shared = replies.filter((reply) => reply.isShared);
  const personal = replies.filter((reply) => !reply.isShared);
  return (
    <MemberPage
      member={member}
      title="Canned replies"
      lead="Answers you give often. Type / in the reply box to insert one."
    >
      {actionData && actionData.field === undefined && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      <MemberPageSection title="New reply">
        <NewReply answer={actionData} mayShare={maySave} />
      </MemberPageSection>
      <MemberPageSection title="For everybody" count={shared.length}>
        <ReplyList replies={shared} isEditable={maySave} empty="Nobody has written one yet." />
      </MemberPageSection>
      <MemberPageSection title="Yours alone" count={personal.length}>
        <ReplyList replies={personal} isEditable empty="You have not written one yet." />
      </MemberPageSection>
    </MemberPage>
  );
}

interface NewReplyProps {
  readonly answer: Route.ComponentProps['actionData'];
  readonly mayShare: boolean;
}

function NewReply({ answer, mayShare }: NewReplyProps) {
  const errorAt = fieldErrors(answer);
  // Changes of a reply name it, and are typed elsewhere.
  const typed = answer?.typed.id === undefined ? answer?.typed : undefined;
  return (
    <ActionForm
      // A new form after each success: a reply that was saved leaves the fields.
      key={answer?.isDone ? answer.message : 'form'}
      preventScrollReset
      className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <input type="hidden" name="intent" value="save" />
      <div className={`grid items-start gap-5 ${mayShare ? 'md:grid-cols-2' : ''}`}>
        <TextField
          label="Shortcut"
          name="shortcut"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SHORTCUT_MAX_LENGTH + 1}
          hint="What you type after the slash, such as next-steps."
          required
          defaultValue={typed?.shortcut}
          error={errorAt('shortcut')}
        />
        {mayShare && (
          <SelectField
            label="For"
            name="for"
            defaultValue={typed?.for}
            options={[
              { value: 'everybody', name: 'Everybody' },
              { value: 'me', name: 'Me alone' },
            ]}
          />
        )}
      </div>
      <ReplyText error={errorAt('text')} text={typed?.text} />
      <div>
        <SubmitButton>Save reply</SubmitButton>
      </div>
    </ActionForm>
  );
}

function ReplyText({ error, text }: { error?: string | undefined; text?: string | undefined }) {
  return (
    <TextAreaField
      label="Reply"
      name="text"
      rows={4}
      maxLength={MESSAGE_MAX_LENGTH}
      defaultValue={text}
      hint="{visitor}, {agent}, {service} and {price} are filled in when you insert it."
      required
      error={error}
    />
  );
}

interface ReplyListProps {
  readonly replies: readonly CannedReply[];
  readonly isEditable: boolean;
  readonly empty: string;
}

function ReplyList({ replies, isEditable, empty }: ReplyListProps) {
  if (replies.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ul className="list-card">
      {replies.map((reply) => (
        <li key={reply.id} data-testid="canned-reply" className="p-4">
          <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-[650]">/{reply.shortcut}</p>
              <p className="mt-1 text-[15px] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
                {reply.text}
              </p>
            </div>
            {isEditable && (
              <ConfirmButton
                label="Delete"
                accessibleLabel={`Delete /${reply.shortcut}`}
                question={`Delete /${reply.shortcut}?`}
                text="Messages that were sent with it stay as they are."
              >
                <ActionForm preventScrollReset>
                  <input type="hidden" name="intent" value="delete" />
                  <input type="hidden" name="id" value={reply.id} />
                  <SubmitButton className="button button-danger button-small">Delete</SubmitButton>
                </ActionForm>
              </ConfirmButton>
            )}
          </div>
          {isEditable && <EditReply reply={reply} />}
        </li>
      ))}
    </ul>
  );
}

function EditReply({ reply }: { reply: CannedReply }) {
  return (
    <details
      // Closed again once what was saved has come back.
      key={reply.shortcut + reply.text}
      className="mt-2"
    >
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline underline-offset-3">
        Change<span className="sr-only"> /{reply.shortcut}</span>
      </summary>
      <ActionForm noValidate={false} preventScrollReset className="mt-2 grid gap-5">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={reply.id} />
        <TextField
          label="Shortcut"
          name="shortcut"
          autoComplete="off"
          maxLength={SHORTCUT_MAX_LENGTH + 1}
          defaultValue={reply.shortcut}
          required
        />
        <ReplyText text={reply.text} />
        <div>
          <SubmitButton className="button button-line button-small">Save changes</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
