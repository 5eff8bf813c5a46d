import * as v from 'valibot';
import type { RouterContextProvider } from 'react-router';
import { hostContext } from '../../host.ts';
import { checkForm } from '../../platform/read-form.ts';
import { readText } from '../../platform/form.ts';
import { field } from '../../platform/fields.ts';
import {
  deleteCannedReply,
  saveCannedReply,
} from '../../conversation/say/canned-replies.server.ts';
import {
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
  SHORTCUT_MAX_LENGTH,
} from '../../conversation/wire/rules.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isUuid } from '../resources/member.server.ts';
import type { Member } from '../../team/members/member.ts';

const LIMIT = { name: 'canned-reply', burst: 60, perMinute: 30 };

const replyForm = v.object({
  intent: field(32),
  id: field(36),
  shortcut: field(SHORTCUT_MAX_LENGTH),
  text: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  for: field(32),
});

/** What one does on /canned-replies. Returns what to say about it; throws a refusal. */
export async function runReplyAction(
  context: Readonly<RouterContextProvider>,
  member: Member,
  sent: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  const { db, limits } = host;
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
