import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { appContextKey, type AppContext } from '../../app-context.ts';
import { NEW_SERVICE, readPreview, readTypedPreview } from '../server/lists/read-preview.server.ts';
import { limitsOf } from '../../files/server/open-files.server.ts';
import { SectionDrawing } from '../../shop/ui/section-drawing.tsx';
import { ServiceGallery } from '../../shop/ui/service-gallery.tsx';
import { SampleVideos } from '../../shop/ui/sample-videos.tsx';
import type { Service } from '../../shop/service.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readFormData } from '../../platform/read-form.ts';
import { toRefusalResponse } from '../../http/answer.server.ts';
import { requirePlace } from '../../http/member.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { IntakeFields } from '../../orders/ui/intake-fields.tsx';
import { intakeOf } from '../../orders/server/checkout/quote-service.server.ts';
import { ServicePage } from '../../shop/pages/service-page.tsx';
import { readServicePage } from '../../shop/pages/service-page.server.ts';
import type { Route } from './+types/preview.ts';

export const handle = { messages: await loadMessages('reviews', 'portal-team', 'orders') };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Preview'), matches[0].loaderData);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requirePlace(context, request, '/team/catalogue');
  const appContext = context.get(appContextKey);
  if (params.id === NEW_SERVICE) return null;
  return answer(appContext, await readPreview(appContext, params.id));
}

const LIMIT = { name: 'catalogue-preview', burst: 60, perMinute: 120 };

/** The page is rendered with the form's current values. Nothing is changed. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { member } = await requirePlace(context, request, '/team/catalogue');
  const appContext = context.get(appContextKey);
  try {
    await appContext.limits.take(LIMIT, member.id);
    return await answer(
      appContext,
      await readTypedPreview(appContext, params.id, await readTyped(request)),
    );
  } catch (error) {
    throw error instanceof RefusedError ? toRefusalResponse(error) : error;
  }
}

async function readTyped(request: Request): Promise<Record<string, string>> {
  const form = await readFormData(request);
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

async function answer(appContext: AppContext, service: Service | undefined) {
  if (!service) throw new Response(null, { status: 404 });
  const page = await readServicePage(appContext, appContext.catalogue, service, NEWEST);
  const intake = intakeOf(service);
  return { ...page, intake, fileLimits: limitsOf(appContext.settings) };
}

const NEWEST = { sort: 'newest', stars: undefined, purchases: false, page: 1 } as const;

export default function Preview({ loaderData, actionData }: Route.ComponentProps) {
  const page = actionData ?? loaderData;
  if (!page) return null;
  const { service, clips } = page;
  const hasSamples = clips !== undefined || service.videos.length > 0;
  const hasPictures = service.photos.length > 0 || (service.art !== null && !clips);
  const media = (
    <div className="grid gap-6">
      {hasSamples && <SampleVideos service={service} {...clips} />}
      {hasPictures && <ServiceGallery service={service} />}
      {!hasSamples && !hasPictures && <SectionDrawing service={service} />}
    </div>
  );
  return (
    <>
      <ServicePage loaderData={page} result={undefined} media={media} />
      {page.intake.length > 0 && (
        <section aria-labelledby="preview-form" className="container-page max-w-[760px] pb-16">
          <h2 id="preview-form" className="text-[26px]">
            {t('What we need to start')}
          </h2>
          {/* The preview shows the form, and nothing can be sent. */}
          <fieldset
            disabled
            className="mt-4 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
          >
            <IntakeFields
              form={page.intake}
              typed={{}}
              errorAt={() => undefined}
              fallbacks={service.fallbacks}
              adding={{
                address: '',
                limits: page.fileLimits,
                waiting: [],
                answer: undefined,
                isPlainForm: false,
              }}
            />
          </fieldset>
        </section>
      )}
    </>
  );
}
