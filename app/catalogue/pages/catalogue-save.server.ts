import { say } from '../../platform/say.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import type { Host } from '../../host.ts';
import type { Editor } from '../server/drafts/editor.ts';
import { saveDraft, type SaveOutcome } from '../server/drafts/save-draft.server.ts';
import type { EntryAnswer } from '../ui/entry-answer.ts';
import type { saveForm } from './catalogue-forms.server.ts';

type Sent = v.InferOutput<typeof saveForm>;

const OF_THE_FORM = ['intent', 'kind', 'entry', 'next', 'shown', 'isWhole'];

export async function saveEntry(
  host: Host,
  editor: Editor,
  form: Sent,
): Promise<EntryAnswer | Response> {
  const { kind, entry: id, isWhole, next } = form;
  const [typed, shown] = [textsOf(form), readShown(form.shown)];
  const outcome = await saveDraft(host, editor, {
    kind,
    id,
    typed,
    isWhole: isWhole === 'yes',
    shown,
  });
  if (outcome.kind === 'saved') {
    const at = kind === 'text' ? '/team/content' : '/team/catalogue';
    if (next === 'preview') return redirect(`${at}/preview/${outcome.id}`);
    if (next === 'publish') return redirect(`${at}/publish?only=${outcome.id}`);
    const own = kind === 'text' ? '' : `/${kind}`;
    if (id === undefined) return redirect(`${at}${own}/${outcome.id}?saved=new`);
    return { message: sayKept(outcome), typed: {}, faults: {}, shown: {} };
  }
  const { faults } = outcome;
  return {
    isDone: false,
    status: outcome.kind === 'overtaken' ? 409 : 400,
    message:
      outcome.kind === 'overtaken'
        ? 'Nothing was saved yet: somebody else changed the same meanwhile.'
        : isWhole === 'yes'
          ? 'Nothing was saved yet. Please look at what is marked.'
          : (Object.values(faults)[0] ?? ''),
    typed: { ...typed, entry: id ?? '' },
    faults,
    shown: outcome.kind === 'overtaken' ? { ...shown, ...outcome.now } : shown,
  };
}

function sayKept({ isDraft, kept, by }: Extract<SaveOutcome, { kind: 'saved' }>): string {
  const saved = isDraft
    ? say('The draft is saved. Nobody sees it before it is published.')
    : say('Nothing is different from what is published.');
  if (kept.length === 0) return saved;
  return say('{saved} {by} changed meanwhile: {fields}. That is kept.', {
    saved,
    by: by ?? say('Somebody else'),
    fields: kept.join(', '),
  });
}

function textsOf(form: Sent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_THE_FORM.includes(name) ? [[name, value]] : [],
    ),
  );
}

/** An invalid value counts as no digests: then every field that differs counts as changed by the user. */
function readShown(text: string): Record<string, string> {
  const shown = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
    text === '' ? '{}' : text,
  );
  return shown.success ? shown.output : {};
}
