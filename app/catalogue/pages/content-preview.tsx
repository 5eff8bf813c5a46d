import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readEntryForm } from '../server/lists/read-entry-form.server.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { PreviewFrames } from '../ui/preview-frames.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/content-preview.ts';

export const handle = { messages: await loadMessages('catalogue-team') };

export const loader = pageAt('/team/content', async ({ appContext, params }) => {
  const form = readEntryForm(await readWorking(appContext), 'text', params.id ?? '');
  if (!form) throw new Response(null, { status: 404 });
  return { id: params.id ?? '', title: form.title, version: form.draft?.version ?? 0 };
});

export default function ContentPreview({ loaderData }: Route.ComponentProps) {
  const { id, title, version } = loaderData;
  return (
    <MemberPage
      title={t('Preview: {title}', { title })}
      lead={t(
        'How it will look once all content drafts are published. Nobody else can see this preview.',
      )}
    >
      <PreviewFrames
        id={`content/${id}`}
        title={title}
        version={version}
        edit={`/team/content/${id}`}
        publish={`/team/content/publish?only=${id}`}
      />
    </MemberPage>
  );
}
