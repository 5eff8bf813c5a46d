import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { deleteLabel, saveLabel } from '../server/contacts/manage-labels.server.ts';
import { LABEL_COLOURS, LABEL_NAME_MAX_LENGTH } from '../protocol/labels.ts';
import { field, uuid } from '../../platform/fields.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

const labelForm = v.variant('intent', [
  v.object({
    intent: v.literal('save'),
    id: v.optional(uuid),
    name: field(LABEL_NAME_MAX_LENGTH),
    colour: v.picklist(LABEL_COLOURS, 'Please choose a colour.'),
  }),
  v.object({ intent: v.literal('delete'), id: uuid }),
]);
const limit = { name: 'label', burst: 60, perMinute: 30 };

export const action = formAction(
  labelForm,
  { admit: whoMayOpen('/team/labels'), limit },
  async (form, { host, trace }) => {
    if (form.intent === 'save')
      return say("'{name}' is saved.", { name: await saveLabel(host, trace, form) });
    await deleteLabel(host, trace, form.id);
    return say('The label is deleted.');
  },
);
