import { t } from '../../i18n/translate.ts';
import { data } from 'react-router';
import { displayName } from '../../chat/protocol/views.ts';
import { appContextKey, type RouteArgs } from '../../app-context.ts';
import {
  type ImportAnswer,
  importCatalogue,
  showImport,
} from '../server/transfer/import-catalogue.server.ts';
import { decodeFile } from '../../platform/decode-file.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readFormData } from '../../platform/read-form.ts';
import { readText } from '../../platform/form.ts';
import { formatCount } from '../../platform/format-count.ts';
import { requirePlace } from '../../http/member.server.ts';
import { traceOf } from '../../portal/pages/form-action.server.ts';

const LIMIT = { name: 'catalogue-import', burst: 20, perMinute: 10 };

export async function action({ context, request }: RouteArgs) {
  const { member } = await requirePlace(context, request, '/team/catalogue');
  const appContext = context.get(appContextKey);
  let text = '';
  try {
    const form = await readFormData(request);
    text = await readSent(form);
    await appContext.limits.take(LIMIT, member.id);
    const { currency } = appContext.settings;
    // The buttons for other pages of the preview are in the form that imports.
    const page = readText(form, 'page');
    if (readText(form, 'intent') !== 'import' || page !== '') {
      const shown = await showImport(appContext, text, { currency, page: Number(page) || 1 });
      return data<ImportAnswer>({ isDone: false, text, ...shown });
    }
    const { id, fullName, email } = member;
    const editor = { id, name: displayName(fullName, email), trace: traceOf(context, member) };
    const made = await importCatalogue(appContext, editor, {
      text,
      currency,
      revision: Number(readText(form, 'revision')),
      note: readText(form, 'note').slice(0, 500),
    });
    const changes = formatCount({ noun: 'change', number: made.count });
    const message = t('Publication {revision} is live: {changes} from the file.', {
      revision: made.revision,
      changes,
    });
    return data<ImportAnswer>({ isDone: true, message, text: '' });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, status } = error;
    return data<ImportAnswer>({ isDone: false, message, text }, { status });
  }
}

async function readSent(form: FormData): Promise<string> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) return decodeFile(await file.bytes());
  return readText(form, 'text');
}
