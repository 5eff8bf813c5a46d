import * as v from 'valibot';
import { anyone, member, signed } from '../http/guards.server.ts';
import { ONE_CLICK, oneClick, UNKNOWN_LINK } from '../http/one-click.server.ts';
import { createRouter, form, json, limit, respond } from '../http/router.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { teamLanguageOf, type Language } from '../platform/languages.ts';
import { t, speechIn } from '../i18n/translate.ts';
import { speaking } from '../platform/speech.server.ts';
import { ENDPOINT_MAX_LENGTH } from './protocol/rules.ts';
import { NOTIFICATIONS_PATH } from './server/push/notification-mails.ts';
import { unsubscribe } from './server/push/unsubscribe.server.ts';
import { removeDeviceOfSession, saveDevice } from './server/push/devices.server.ts';

const SUBSCRIPTION_LIMIT = { name: 'push-subscription', burst: 20, perMinute: 10 };

const key = v.pipe(v.string(), v.maxLength(200));
const Subscription = v.union([
  v.object({
    endpoint: v.pipe(v.string(), v.maxLength(ENDPOINT_MAX_LENGTH)),
    keys: v.object({ p256dh: key, auth: key }),
  }),
  v.object({ endpoint: v.null() }),
]);

export const notifications = createRouter()
  .post(
    '/notifications/subscription',
    member(),
    limit(SUBSCRIPTION_LIMIT),
    json(Subscription),
    async (c) => {
      const { appContext, session } = c.var;
      const subscription = c.req.valid('json');
      if (subscription.endpoint === null) {
        await removeDeviceOfSession(appContext, session.sessionId);
      } else {
        const userAgent = c.req.header('User-Agent')?.slice(0, 1000) ?? '';
        await saveDevice(appContext, appContext.push.policy, session, subscription, userAgent);
      }
      return respond(c, { ok: true });
    },
  )

  // Scanners open every link of an email, so this stops nothing.
  .get('/notifications/unsubscribe', anyone(), (c) => c.redirect(NOTIFICATIONS_PATH, 303))
  .post('/notifications/unsubscribe', signed(ONE_CLICK), form(oneClick), async (c) => {
    if (!(await unsubscribe(c.var.appContext, c.req.query('token') ?? ''))) {
      throw new RefusedError(410, t(UNKNOWN_LINK));
    }
    return respond(c, { ok: true });
  })

  // The scope of the agent app is that of its service worker, so that links to the shop never open in the app. The
  // manifest contains only public information.
  .get('/agentchat/manifest', anyone(), (c) => {
    const { settings } = c.var.appContext;
    const main = teamLanguageOf(settings.languages.main);
    // Browsers request a manifest without cookies, so the response uses the shop's main language.
    return speaking(speechIn(main, settings.formats), () =>
      Response.json(describe(settings.brandName, main), {
        headers: {
          'Content-Type': 'application/manifest+json',
          'Cache-Control': 'public, no-cache',
        },
      }),
    );
  });

function describe(brandName: string, lang: Language) {
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
    src,
    sizes,
    type,
    purpose,
  });
  const shortcut = (name: string, description: string, url: string) => ({
    name,
    description,
    url,
    icons: [icon('/icon-192.png', '192x192', 'image/png')],
  });
  return {
    id: '/agentchat',
    name: t('{brandName} Agent Dashboard', { brandName }),
    short_name: t('{brandName} Inbox', { brandName }),
    description: t('Answer visitors of {brandName}.', { brandName }),
    lang,
    start_url: '/agentchat',
    scope: '/agentchat',
    display: 'standalone',
    background_color: '#faf9f5',
    theme_color: '#faf9f5',
    categories: ['business', 'productivity'],
    icons: [
      icon('/icon-192.png', '192x192', 'image/png'),
      icon('/icon-512.png', '512x512', 'image/png'),
      icon('/icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
    shortcuts: [
      shortcut(t('Waiting'), t('Visitors waiting for an answer'), '/agentchat?view=waiting'),
      shortcut(t('Open'), t('Your open conversations'), '/agentchat'),
      shortcut(
        t('Snoozed'),
        t('Conversations that come back automatically'),
        '/agentchat?view=snoozed',
      ),
    ],
    share_target: {
      action: '/agentchat/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [
          { name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'text/*', 'application/*'] },
        ],
      },
    },
  };
}
