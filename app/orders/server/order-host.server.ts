import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import type { ChatHost } from '../../chat/server/chat-host.server.ts';
import type { Mail } from '../../platform/email/mail.ts';
import type { Settings } from '../../platform/settings.server.ts';

export interface OrderHost extends ChatHost, KnownCatalogue {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Pick<
    Settings,
    | 'origin'
    | 'brandName'
    | 'languages'
    | 'formats'
    | 'currency'
    | 'supportTimezone'
    | 'paymentUrl'
    | 'filesPerMessage'
    | 'orderPaymentDays'
    | 'orderAcceptanceDays'
    | 'stripe'
    | 'paypal'
  > &
    Partial<Pick<Settings, 'mailIn'>>;
}
