import type { Member } from '../../accounts/protocol/member.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { getSettingLabel } from '../../accounts/protocol/setting-labels.ts';
import type { AppContext } from '../../app-context.ts';
import { OTHER_TOPIC } from '../../chat/protocol/rules.ts';
import { languageNow, t } from '../../i18n/translate.ts';
import { findOrders, findInvoices } from '../../orders/server/order/find-orders.server.ts';
import { formatOrderNumber } from '../../orders/protocol/transitions.ts';
import { SETTING_NAMES } from '../../platform/changeable-settings.ts';
import { foldText } from '../../platform/fold-text.ts';

export interface FoundForTeam {
  readonly name: string;
  readonly note: string;
  readonly path: string;
}

/** Nobody reads a longer list while typing. */
const SHOWN = 6;

/** Finds orders, invoices, services and settings for the command palette, each only if the member may open it. */
export async function findForTeam(
  { db, catalogue }: Pick<AppContext, 'db' | 'catalogue'>,
  member: Member,
  text: string,
) {
  const isManager = may(member, 'manage-orders');
  const [orders, invoices] = await Promise.all([
    findOrders(db, member, text, SHOWN),
    isManager ? findInvoices(db, text, SHOWN) : [],
  ]);
  const topics = catalogue.words
    .allTopics(languageNow())
    .map((topic) => ({ ...topic, isForOthers: topic.id === OTHER_TOPIC }));
  const settings = may(member, 'change-settings')
    ? SETTING_NAMES.map((name) => ({
        name: getSettingLabel(name, topics),
        note: t('Settings'),
        path: `/team/settings?focus=${name}`,
      }))
    : [];
  return {
    orders: orders.map(({ number, title, state }) => ({
      name: formatOrderNumber(number),
      note: `${title} · ${state}`,
      path: `/team/orders/${formatOrderNumber(number)}`,
    })),
    invoices: invoices.map(({ number, buyer, order }) => ({
      name: number,
      note: buyer,
      path:
        order === null
          ? `/team/invoices?${new URLSearchParams({ q: number }).toString()}`
          : `/team/orders/${formatOrderNumber(order)}`,
    })),
    services: matching(listServices(catalogue, member), text),
    settings: matching(settings, text),
  };
}

/** Editors edit a service, hidden ones too; others read its page. */
function listServices(catalogue: AppContext['catalogue'], member: Member): FoundForTeam[] {
  if (may(member, 'manage-catalogue')) {
    return catalogue.content.services.map(({ id, title, isHidden }) => ({
      name: title,
      note: isHidden ? t('Hidden') : '',
      path: `/team/catalogue/service/${id}`,
    }));
  }
  return catalogue.services.map(({ section, slug, title }) => ({
    name: title,
    note: '',
    path: `/services/${section}/${slug}`,
  }));
}

/** Every word of the text must be the start of a word. */
function matching(all: readonly FoundForTeam[], text: string): readonly FoundForTeam[] {
  const wanted = wordsOf(text);
  const found = all.filter(({ name }) => {
    const words = wordsOf(name);
    return wanted.every((word) => words.some((own) => own.startsWith(word)));
  });
  return wanted.length === 0 ? [] : found.slice(0, SHOWN);
}

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
