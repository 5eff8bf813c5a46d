import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { deleteCannedReply, saveCannedReply } from '../server/messages/canned-replies.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG, SHORTCUT_MAX_LENGTH } from '../protocol/rules.ts';
import { field, uuid } from '../../platform/fields.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

const replyForm = v.variant('intent', [
  v.object({
    intent: v.literal('save'),
    id: v.optional(uuid),
    shortcut: field(SHORTCUT_MAX_LENGTH),
    text: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
    spanish: v.optional(field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG)),
    for: field(32),
  }),
  v.object({ intent: v.literal('delete'), id: uuid }),
]);
const limit = { name: 'canned-reply', burst: 60, perMinute: 30 };

export const changeReplies = formAction(
  replyForm,
  { admit: whoMayOpen('/canned-replies'), limit },
  async (form, { host, session }) => {
    if (form.intent === 'delete') {
      await deleteCannedReply(host, session.member, form.id);
      return say('The reply is deleted.');
    }
    const { id, shortcut, text, spanish } = form;
    const texts = { shortcut, text, ...(spanish !== undefined && { spanish }) };
    const reply = { ...texts, isShared: form.for === 'everybody' };
    const save = id === undefined ? reply : { ...reply, id };
    return say('/{shortcut} is saved.', {
      shortcut: await saveCannedReply(host, session.member, save),
    });
  },
);
