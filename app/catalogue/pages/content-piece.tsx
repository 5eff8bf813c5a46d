import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { BASE_LANGUAGE, parsePieceId, pieceId } from '../protocol/pieces.ts';
import { newEntryForm, readEntryForm } from '../server/lists/read-entry-form.server.ts';
import type { WorkingCatalogue } from '../protocol/draft.ts';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { PieceForm } from '../ui/piece-form.tsx';
import { useRestored } from '../ui/kept-entry.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry } from './entry-answer.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/content-piece.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/content', async ({ host, member, request, params }) => {
  const working = await readWorking(host);
  const { id = '' } = params;
  const isNew = id === 'new-topic';
  const kind = isNew ? 'topic' : parsePieceId(id)?.kind;
  const form = isNew
    ? newEntryForm('text')
    : (readEntryForm(working, 'text', id) ?? beginTranslation(working, id));
  if (!form || !kind) throw new Response(null, { status: 404 });
  return {
    editor: member.id,
    form,
    kind,
    pendingCount: readPending(working).length,
    wasAdded: new URL(request.url).searchParams.get('saved') === 'new',
  };
});

/** The content block exists in the base language but not in this language. */
function beginTranslation(working: WorkingCatalogue, id: string) {
  const key = parsePieceId(id);
  const source = key && pieceId({ ...key, language: BASE_LANGUAGE });
  const isKnown = working.texts.some(({ entry }) => entry.id === source);
  return isKnown ? newEntryForm('text', { id }) : undefined;
}

export default function ContentPiece({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, editor, form, ...rest } = loaderData;
  const page = useRestored(editor, form, answerOfEntry(actionData));
  return (
    <MemberPage
      title={form.title || (form.texts.id ? say('Spanish texts') : say('New topic'))}
      lead={say('A draft until you publish it.')}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {!page.answer && <AnswerNotice answer={actionData} className="mt-6" />}
      <PieceForm {...rest} {...page} />
    </MemberPage>
  );
}
