import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { deleteLabel, saveLabel } from '../server/contacts/manage-labels.server.ts';
import { LABEL_COLOURS, LABEL_NAME_MAX_LENGTH } from '../protocol/labels.ts';
import { field, uuid } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

const labelForm = v.variant('intent', [
  v.object({
    intent: v.literal('save'),
    id: v.optional(uuid),
    name: field(LABEL_NAME_MAX_LENGTH),
    colour: v.picklist(LABEL_COLOURS, () => t('Please choose a colour.')),
  }),
  v.object({ intent: v.literal('delete'), id: uuid }),
]);
const limit = { name: 'label', burst: 60, perMinute: 30 };

export const action = formAction(
  labelForm,
  { admit: whoMayOpen('/team/labels'), limit },
  async (form, { appContext, trace }) => {
    if (form.intent === 'save')
      return t("''{name}'' is saved.", { name: await saveLabel(appContext, trace, form) });
    await deleteLabel(appContext, trace, form.id);
    return t('The label is deleted.');
  },
);
