import { Form, useNavigation } from 'react-router';
import {
  deleteCannedReply,
  readCannedReplies,
  saveCannedReply,
} from '../../chat/canned-replies.server.ts';
import { MESSAGE_MAX_LENGTH, SHORTCUT_MAX_LENGTH } from '../../chat/rules.ts';
import type { CannedReply } from '../../chat/views.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { may } from '../../team/permissions.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
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

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requireMemberPage(context, request);
  const { db, clock, limits } = context.get(hostContext);
  const form = await request.formData();
  return answerForm(async () => {
    await limits.take(LIMIT, member.id);
    const id = readText(form, 'id');
    if (id !== '' && !isUuid(id)) throw new RefusedError(404, 'There is no such reply.');
    switch (readText(form, 'intent')) {
      case 'save': {
        const save = {
          shortcut: readText(form, 'shortcut'),
          text: readText(form, 'text'),
          isShared: readText(form, 'for') === 'everybody',
        };
        const shortcut =
          id === ''
            ? await saveCannedReply(db, clock, member, save)
            : await saveCannedReply(db, clock, member, { ...save, id }).catch(withoutField);
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
  const navigation = useNavigation();
  const form = useFocusOnError(answer);
  const errorAt = fieldErrors(answer);
  return (
    <Form
      // A new form after each success: a reply that was saved leaves the fields.
      key={answer?.isDone ? answer.message : 'form'}
      ref={form}
      method="post"
      noValidate
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
          error={errorAt('shortcut')}
        />
        {mayShare && (
          <SelectField
            label="For"
            name="for"
            options={[
              { value: 'everybody', name: 'Everybody' },
              { value: 'me', name: 'Me alone' },
            ]}
          />
        )}
      </div>
      <ReplyText error={errorAt('text')} />
      <div>
        <SubmitButton isBusy={navigation.formData?.get('intent') === 'save'}>
          Save reply
        </SubmitButton>
      </div>
    </Form>
  );
}

function ReplyText({ error, text }: { error?: string | undefined; text?: string }) {
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
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="delete" />
                  <input type="hidden" name="id" value={reply.id} />
                  <button type="submit" className="button button-danger button-small">
                    Delete
                  </button>
                </Form>
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
      <Form method="post" preventScrollReset className="mt-2 grid gap-5">
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
          <button type="submit" className="button button-line button-small">
            Save changes
          </button>
        </div>
      </Form>
    </details>
  );
}
