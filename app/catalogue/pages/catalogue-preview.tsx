import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readEntryForm } from '../server/lists/read-entry-form.server.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { PreviewFrames } from '../ui/preview-frames.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-preview.ts';

export const handle = { messages: await loadMessages('catalogue-team') };

export const loader = pageAt('/team/catalogue', async ({ appContext, params }) => {
  const { id = '' } = params;
  const form = readEntryForm(await readWorking(appContext), 'service', id);
  if (!form) throw new Response(null, { status: 404 });
  return { id, title: form.title, version: form.draft?.version ?? 0 };
});

export default function CataloguePreview({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Preview: {title}', { title: loaderData.title })}
      lead={t(
        'The page as it will look once the draft is published. Nobody else can see this preview.',
      )}
    >
      <PreviewFrames
        {...loaderData}
        edit={`/team/catalogue/service/${loaderData.id}`}
        publish={`/team/catalogue/publish?only=${loaderData.id}`}
      />
    </MemberPage>
  );
}
