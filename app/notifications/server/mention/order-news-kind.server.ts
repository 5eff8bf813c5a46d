import type { PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import { t } from '../../../i18n/translate.ts';
import { eventOf } from '../../../orders/protocol/transitions.ts';
import {
  ORDER_NEWS_KIND,
  readOrderNews,
  type OrderNews,
} from '../../../orders/server/order/announce-order.server.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { NOTIFICATIONS_PATH } from '../push/notification-mails.ts';
import { MEMBER_NOTICE, notifyMember, type NoticeServices } from './notify-member.server.ts';

/**
 * Notifies a member of a new, paid or returned order or of comments on a delivery, by push and email as chosen. Retries
 * send no second one, because the push tag and the Message-ID stay the same.
 */
export function orderNewsKind(services: NoticeServices): JobKind {
  return {
    name: ORDER_NEWS_KIND,
    ...MEMBER_NOTICE,
    async deliver({ id, payload }, signal) {
      const news = await readOrderNews(services.db, payload);
      if (!news) return { result: 'done' };
      return notifyMember(
        services,
        {
          id,
          memberId: news.memberId,
          switchedBy: 'orders',
          push: (showsPreviews) => newsPayload(news, showsPreviews),
          mail: () => orderNewsMail(services.settings, news),
        },
        signal,
      );
    },
  };
}

const pathOf = ({ order }: OrderNews) => `/team/orders/${order}`;

function describeNews({ order, event }: OrderNews): string {
  const said = event === 'comment' ? t('New comments') : t(eventOf(event));
  return t('Order {number}: {said}', { number: order, said });
}

/** Others may see the screen, so the service and the price appear only if the member chose previews. */
function newsPayload(news: OrderNews, showsPreviews: boolean): PushPayload {
  const { order, title, total } = news;
  return {
    tag: `order-${order}`,
    path: pathOf(news),
    number: 0,
    title: describeNews(news),
    body: showsPreviews ? `${title} · ${total}` : t('Open the order'),
  };
}

export function orderNewsMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  news: OrderNews,
): MailMessage {
  return writeMail({
    kind: 'order-news',
    to: news.email,
    brandName,
    subject: describeNews(news),
    body: [
      `${news.title} · ${news.total}`,
      { button: t('Open the order'), href: origin + pathOf(news) },
    ],
    footer: [
      {
        says: t(
          'You receive this email because emails about orders are turned on. Turn them off here:',
        ),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
  });
}
