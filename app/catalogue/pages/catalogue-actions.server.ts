import { displayName } from '../../accounts/protocol/member.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { discardDraft, type Editor } from '../server/drafts/write-draft.server.ts';
import { moveEntry, readPlace } from '../server/drafts/entry-positions.server.ts';
import { undoPublication } from '../server/publish/undo-publication.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import {
  discardForm,
  moveForm,
  publishForm,
  rowsForm,
  saveForm,
  translateForm,
  undoForm,
} from './catalogue-forms.server.ts';
import { saveEntry, saveVisibility, keepTranslation } from './catalogue-save.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
} from '../../portal/pages/list-action.server.ts';
import { inOrder, SERVICE_LIST } from '../protocol/service-list.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import type { AppContext } from '../../app-context.ts';
import { publishDrafts, type Publish } from '../server/publish/publish-drafts.server.ts';
import { formatCount } from '../../platform/format-count.ts';

const limit = { name: 'catalogue', burst: 240, perMinute: 120 };
const admit = whoMayOpen('/team/catalogue');

export const action = formAction(
  v.variant('intent', [
    saveForm,
    moveForm,
    discardForm,
    publishForm,
    undoForm,
    translateForm,
    rowsForm,
    ...LIST_FORMS,
  ]),
  { admit, limit, lists: ['draft', ...LIST_FIELDS] },
  async (form, { appContext, session, trace }) => {
    const editor = editorOf(session.member, trace);
    if (isListForm(form)) return changeList(SERVICE_LIST, form, appContext, session.member);
    switch (form.intent) {
      case 'save':
        return saveEntry(appContext, editor, form);
      case 'move': {
        const { kind, id, to, before, at } = form;
        await moveEntry(appContext, editor, {
          kind,
          id,
          to: to ?? (at === undefined ? { before: before || null } : { at: readPlace(at) }),
        });
        return '';
      }
      case 'discard':
        await discardDraft(appContext, editor, form);
        if (form.back === 'list') {
          return redirect(form.kind === 'text' ? '/team/content' : '/team/catalogue');
        }
        return t('The draft has been discarded.');
      case 'translate':
        return keepTranslation(appContext, editor, form);
      case 'hide-services':
      case 'show-services': {
        const services = inOrder((await readWorking(appContext)).services);
        return changeRows(
          form.row,
          (id) => saveVisibility(appContext, editor, id, form.intent === 'hide-services'),
          (id) => services.find((service) => service.id === id)?.title ?? id,
        );
      }
      case 'undo': {
        const revision = await undoPublication(appContext, editor, form.revision);
        return t('Publication {undone} has been undone by publication {revision}.', {
          undone: form.revision,
          revision,
        });
      }
      default:
        form.intent satisfies 'publish';
        return publishWithMessage(appContext, editor, {
          drafts: form.draft,
          note: form.note,
          revision: form.revision,
        });
    }
  },
);

function editorOf({ id, fullName, email }: Member, trace: Trace): Editor {
  return { id, name: displayName(fullName, email), trace };
}

async function publishWithMessage(
  appContext: AppContext,
  editor: Editor,
  publish: Publish,
): Promise<string> {
  const { revision, count } = await publishDrafts(appContext, editor, publish);
  const changes = formatCount({ noun: 'change', number: count });
  return t('Publication {revision} is live: {changes}.', { revision, changes });
}
