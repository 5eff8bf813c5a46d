import { requirePermissionPage } from '../../http/member.server.ts';
import { t } from '../../i18n/translate.ts';
import { readText } from '../../platform/form.ts';
import { importAction } from '../../portal/pages/import-action.server.ts';
import {
  importSubscriptions,
  previewImport,
} from '../server/subscription/import-subscriptions.server.ts';

const LIMIT = { name: 'subscription-import', burst: 20, perMinute: 10 };

export const action = importAction(
  {
    admit: (context, request) => requirePermissionPage(context, request, 'change-settings'),
    limit: LIMIT,
  },
  async (form, { appContext, member, text, trace }) => {
    if (readText(form, 'intent') !== 'import') {
      return { preview: await previewImport(appContext, text) };
    }
    const made = await importSubscriptions(appContext, { trace, member }, text);
    return t(
      'Imported: {clientCount, plural, one {# client} other {# clients}}, {subscriptionCount, plural, one {# subscription} other {# subscriptions}}.',
      made,
    );
  },
);
