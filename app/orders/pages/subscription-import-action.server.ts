import { data } from 'react-router';
import { appContextKey, type RouteArgs } from '../../app-context.ts';
import { requirePermissionPage } from '../../http/member.server.ts';
import { t } from '../../i18n/translate.ts';
import { decodeFile } from '../../platform/decode-file.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { readFormData } from '../../platform/read-form.ts';
import { traceOf } from '../../portal/pages/form-action.server.ts';
import {
  importSubscriptions,
  previewImport,
  type ImportPreview,
} from '../server/subscription/import-subscriptions.server.ts';

const LIMIT = { name: 'subscription-import', burst: 20, perMinute: 10 };

export interface ImportAnswer {
  readonly isDone: boolean;
  readonly message?: string;
  /** The file's text comes back, so that the user need not choose the file again. */
  readonly text: string;
  readonly preview?: ImportPreview;
}

export async function action({ context, request }: RouteArgs) {
  const { member } = await requirePermissionPage(context, request, 'change-settings');
  const appContext = context.get(appContextKey);
  let text = '';
  try {
    const form = await readFormData(request);
    const file = form.get('file');
    text =
      file instanceof File && file.size > 0
        ? decodeFile(await file.bytes())
        : readText(form, 'text');
    await appContext.limits.take(LIMIT, member.id);
    if (readText(form, 'intent') !== 'import') {
      const preview = await previewImport(appContext, text);
      return data<ImportAnswer>({ isDone: false, text, preview });
    }
    const trace = traceOf(context, member);
    const made = await importSubscriptions(appContext, { trace, member }, text);
    const message = t(
      'Imported: {clientCount, plural, one {# client} other {# clients}}, {subscriptionCount, plural, one {# subscription} other {# subscriptions}}.',
      made,
    );
    return data<ImportAnswer>({ isDone: true, message, text: '' });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, status } = error;
    return data<ImportAnswer>({ isDone: false, message, text }, { status });
  }
}
