import { displayName } from '../../accounts/protocol/member.ts';
import { t } from '../../i18n/translate.ts';
import { importCatalogue, showImport } from '../server/transfer/import-catalogue.server.ts';
import { readText } from '../../platform/form.ts';
import { formatCount } from '../../platform/format-count.ts';
import { whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { importAction } from '../../portal/pages/import-action.server.ts';

const LIMIT = { name: 'catalogue-import', burst: 20, perMinute: 10 };

export const action = importAction(
  { admit: whoMayOpen('/team/catalogue'), limit: LIMIT },
  async (form, { appContext, member, text, trace }) => {
    const { currency } = appContext.settings;
    // The buttons for other pages of the preview are in the form that imports.
    const page = readText(form, 'page');
    if (readText(form, 'intent') !== 'import' || page !== '') {
      const { view } = await showImport(appContext, text, { currency, page: Number(page) || 1 });
      return { preview: view };
    }
    const { id, fullName, email } = member;
    const editor = { id, name: displayName(fullName, email), trace };
    const made = await importCatalogue(appContext, editor, {
      text,
      currency,
      revision: Number(readText(form, 'revision')),
      note: readText(form, 'note').slice(0, 500),
    });
    const changes = formatCount({ noun: 'change', number: made.count });
    return t('Publication {revision} is live: {changes} from the file.', {
      revision: made.revision,
      changes,
    });
  },
);
