import { t } from '../../i18n/translate.ts';

/** Says to admins where emails are while no mail server is set. */
export function describeMailFolder(): string {
  return t(
    'No mail server is set. Each email is a file in the folder {folder} on the server. The log prints its subject, which contains the code of an order or a sign-in, and its link.',
    { folder: 'DATA_DIR/outbox' },
  );
}
