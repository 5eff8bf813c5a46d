import { say } from '../../platform/say.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { displayName } from '../../chat/protocol/views.ts';
import { discardDraft } from '../server/drafts/discard-draft.server.ts';
import type { Editor } from '../server/drafts/editor.ts';
import { moveEntry } from '../server/drafts/places.server.ts';
import { readPlace } from '../server/drafts/places.server.ts';
import { undoPublication } from '../server/publish/undo-publication.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import {
  discardForm,
  moveForm,
  publishForm,
  saveForm,
  translateForm,
  undoForm,
} from './catalogue-forms.server.ts';
import { publishAndSay } from './publish-and-say.server.ts';
import { saveEntry } from './catalogue-save.server.ts';
import { keepTranslation } from './keep-translation.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

const limit = { name: 'catalogue', burst: 240, perMinute: 120 };
const admit = whoMayOpen('/team/catalogue');

export const action = formAction(
  v.variant('intent', [saveForm, moveForm, discardForm, publishForm, undoForm, translateForm]),
  { admit, limit, lists: ['draft'] },
  async (form, { host, session, trace }) => {
    const editor = editorOf(session.member, trace);
    switch (form.intent) {
      case 'save':
        return saveEntry(host, editor, form);
      case 'move': {
        const { kind, id, to, before, at } = form;
        await moveEntry(host, editor, {
          kind,
          id,
          to: to ?? (at === undefined ? { before: before || null } : { at: readPlace(at) }),
        });
        return '';
      }
      case 'discard':
        await discardDraft(host, editor, form);
        if (form.back === 'list') {
          return redirect(form.kind === 'text' ? '/team/content' : '/team/catalogue');
        }
        return 'The draft is discarded.';
      case 'translate':
        return keepTranslation(host, editor, form);
      case 'undo': {
        const revision = await undoPublication(host, editor, form.revision);
        return say('Publication {undone} is undone, by publication {revision}.', {
          undone: form.revision,
          revision,
        });
      }
      default:
        form.intent satisfies 'publish';
        return publishAndSay(host, editor, {
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
