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
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { may } from '../../team/members/permissions.ts';
import { isUuid, requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/canned-replies.ts';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { CannedReplies } from '../../conversation/screens/canned-replies.tsx';

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

export default function CannedRepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, replies } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Canned replies"
      lead="Answers you give often. Type / in the reply box to insert one."
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <CannedReplies
        replies={replies}
        mayShare={may(member, 'manage-shared-replies')}
        answer={actionData}
      />
    </MemberPage>
  );
}
