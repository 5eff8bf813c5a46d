import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { deleteCannedReply, saveCannedReply } from '../server/messages/canned-replies.server.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG, SHORTCUT_MAX_LENGTH } from '../protocol/rules.ts';
import { field, uuid } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

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
  async (form, { appContext, session }) => {
    if (form.intent === 'delete') {
      await deleteCannedReply(appContext, session.member, form.id);
      return t('The reply is deleted.');
    }
    const { id, shortcut, text, spanish } = form;
    const texts = { shortcut, text, ...(spanish !== undefined && { spanish }) };
    const reply = { ...texts, isShared: form.for === 'everybody' };
    const save = id === undefined ? reply : { ...reply, id };
    return t('/{shortcut} is saved.', {
      shortcut: await saveCannedReply(appContext, session.member, save),
    });
  },
);
