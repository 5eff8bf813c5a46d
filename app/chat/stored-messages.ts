import { formatInUtc } from '../platform/formats.ts';
import { defineMessages, showMessage, type StoredMessage } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';
import { nameReportTable } from './protocol/report-tables.ts';

interface Count {
  readonly count: number;
}

/** Audit entries about visitors, conversations, teams and reports. */
export const chatMessage = defineMessages({
  'chat.team': ({
    topics,
    hours,
    members,
  }: {
    readonly topics: string;
    readonly hours: string;
    readonly members: number;
  }) =>
    [
      topics || t('no topics'),
      hours || t('always'),
      t('{count, plural, one {# member} other {# members}}', { count: members }),
    ].join(' · '),
  'chat.queue': () => t('queue'),
  'chat.agent': ({ name }: { readonly name: string }) => name,
  'chat.agent-of-team': ({ name, team }: { readonly name: string; readonly team: string }) =>
    `${team} (${name})`,
  'chat.agent-from-queue': ({ name }: { readonly name: string }) => t('queue ({name})', { name }),
  'chat.handed-over': ({
    from,
    to,
  }: {
    readonly from: StoredMessage;
    readonly to: StoredMessage;
  }) => `${showMessage(from)} → ${showMessage(to)}`,
  'chat.snoozed-until': ({ time }: { readonly time: string }) =>
    // The reader's time zone is not known where the audit log is read.
    t('until {time}', { time: formatInUtc(new Date(time)) }),
  'chat.brought-back': () => t('snooze ended'),
  'chat.label-put-on': ({ id }: { readonly id: string }) => t('label {id} added', { id }),
  'chat.label-taken-off': ({ id }: { readonly id: string }) => t('label {id} removed', { id }),
  'chat.message': ({ number }: { readonly number: number }) => t('message {number}', { number }),
  'chat.message-of': ({
    number,
    conversation,
    byVisitor,
  }: {
    readonly number: number;
    readonly conversation: string;
    readonly byVisitor: boolean;
  }) =>
    byVisitor
      ? t('message {number} of {conversation}, by the visitor', { number, conversation })
      : t('message {number} of {conversation}', { number, conversation }),
  'chat.browsers-blocked': ({ count }: Count) => t('browsers: {number}', { number: count }),
  'chat.expired': ({
    conversations,
    visitors,
    browsers,
  }: {
    readonly conversations: number;
    readonly visitors: number;
    readonly browsers: number;
  }) =>
    [
      t('conversations: {number}', { number: conversations }),
      t('visitors: {number}', { number: visitors }),
      t('browsers: {number}', { number: browsers }),
    ].join(', '),
  'chat.conversations-erased': ({ count }: Count) =>
    t('{count, plural, one {# conversation} other {# conversations}}', { count }),
  'chat.messages-erased': ({ count }: Count) =>
    t('{count, plural, one {# message} other {# messages}}', { count }),
  'chat.files-erased': ({ count }: Count) =>
    t('{count, plural, one {# file} other {# files}}', { count }),
  'chat.browsers-erased': ({ count }: Count) =>
    t('{count, plural, one {# browser} other {# browsers}}', { count }),
  'chat.mails-erased': ({ count }: Count) =>
    t('{count, plural, one {# email} other {# emails}}', { count }),
  'chat.block-erased': () => t('the blocked address'),
  'chat.accounts-deleted': ({ count }: Count) =>
    t('{count, plural, one {# account} other {# accounts}}', { count }),
  'chat.report-table': ({ name }: { readonly name: string }) => nameReportTable(name),
  'chat.report-exported': ({
    from,
    to,
    rows,
  }: {
    readonly from: string;
    readonly to: string;
    readonly rows: number;
  }) => t('{from} to {to}, {count, plural, one {# row} other {# rows}}', { from, to, count: rows }),
});
