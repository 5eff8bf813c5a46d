import type { PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import { t } from '../../../i18n/translate.ts';
import {
  readAssignment,
  type AssignmentView,
} from '../../../orders/server/board/read-assignment.server.ts';
import { ASSIGNMENT_KIND } from '../../../orders/server/board/staff-order.server.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { NOTIFICATIONS_PATH } from '../push/notification-mails.ts';
import { MEMBER_NOTICE, notifyMember, type NoticeServices } from './notify-member.server.ts';

/**
 * Notifies a member of an order that was given to them, by push and email as chosen for mentions. Nothing is sent if
 * the assignment was taken back meanwhile. The push tag and the Message-ID stay the same, so retries send no second one.
 */
export function assignmentKind(services: NoticeServices): JobKind {
  return {
    name: ASSIGNMENT_KIND,
    ...MEMBER_NOTICE,
    async deliver({ key }, signal) {
      const assignment = await readAssignment(services.db, key);
      if (!assignment) return { result: 'done' };
      return notifyMember(
        services,
        {
          id: key,
          memberId: assignment.memberId,
          switchedBy: 'mentions',
          push: (showsPreviews) => assignmentPayload(key, assignment, showsPreviews),
          mail: () => assignmentMail(services.settings, assignment),
        },
        signal,
      );
    },
  };
}

const pathOf = ({ order }: AssignmentView) => `/team/orders/${order}`;

/** Others may see the screen, so the name appears only if the member chose previews. */
function assignmentPayload(
  key: string,
  assignment: AssignmentView,
  showsPreviews: boolean,
): PushPayload {
  const { order, by, isOwner } = assignment;
  return {
    tag: `assignment-${key}`,
    path: pathOf(assignment),
    number: 0,
    title: isOwner
      ? t('You own order {order}', { order })
      : t('You were assigned to order {order}', { order }),
    body:
      showsPreviews && by
        ? t('{who} gave it to you.', { who: by })
        : t('A colleague gave it to you.'),
  };
}

export function assignmentMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  assignment: AssignmentView,
): MailMessage {
  const { email, order, by, isOwner } = assignment;
  const who = by ?? t('A colleague');
  return writeMail({
    kind: 'assignment',
    to: email,
    brandName,
    subject: isOwner
      ? t('You own order {order}', { order })
      : t('You were assigned to order {order}', { order }),
    body: [
      isOwner
        ? t('{who} made you the owner of order {order}.', { who, order })
        : t('{who} assigned you to order {order}.', { who, order }),
      { button: t('Open the order'), href: origin + pathOf(assignment) },
    ],
    footer: [
      {
        says: t(
          'You receive this email because emails for mentions and assignments are turned on. Turn them off here:',
        ),
        href: origin + NOTIFICATIONS_PATH,
      },
    ],
  });
}
