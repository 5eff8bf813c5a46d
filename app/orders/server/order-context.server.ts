import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import type { ChatContext } from '../../chat/server/chat-context.server.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { Settings } from '../../platform/settings.server.ts';

export interface OrderContext extends ChatContext, KnownCatalogue {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Pick<
    Settings,
    | 'origin'
    | 'bankDetails'
    | 'brandName'
    | 'languages'
    | 'formats'
    | 'currency'
    | 'supportTimezone'
    | 'paymentUrl'
    | 'filesPerMessage'
    | 'tax'
    | 'seller'
    | 'postalAddress'
    | 'invoiceNumbers'
    | 'creditNoteNumbers'
    | 'invoiceReminders'
    | 'invoicesExpireAfterDays'
    | 'orderPaymentDays'
    | 'orderAcceptanceDays'
    | 'paymentProviders'
  > &
    Partial<Pick<Settings, 'mailIn'>>;
}
