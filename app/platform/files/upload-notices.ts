import { defineMessages } from '../stored-message.ts';
import { t } from '../../i18n/translate.ts';

export const uploadNotice = defineMessages({
  'uploads.too-many-by-email': () =>
    t('The hourly limit for files received by email has been reached.'),
});
