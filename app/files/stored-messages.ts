import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

export const fileMessage = defineMessages({
  'files.exported': () => t('files'),
});
