import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { deleteTeam, saveTeam } from '../server/teams/save-team.server.ts';
import { TEAM_HOURS_MAX_LENGTH, TEAM_NAME_MAX_LENGTH, TOPIC_ID } from '../protocol/rules.ts';
import type { AppContext } from '../../app-context.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { field, id, instant, uuid } from '../../platform/fields.ts';
import type { Member } from '../../accounts/protocol/member.ts';

const TEAM_FIELDS = {
  name: field(TEAM_NAME_MAX_LENGTH),
  hours: field(TEAM_HOURS_MAX_LENGTH),
  topics: v.pipe(v.array(v.pipe(v.string(), v.regex(TOPIC_ID))), v.maxLength(100)),
  members: v.pipe(v.array(id), v.maxLength(200)),
};

export const TEAM_GROUP_FORMS = [
  v.object({ intent: v.literal('create-team'), ...TEAM_FIELDS }),
  v.object({ intent: v.literal('change-team'), id: uuid, version: instant, ...TEAM_FIELDS }),
  v.object({ intent: v.literal('delete-team'), id: uuid }),
] as const;

export const TEAM_GROUP_LISTS = ['topics', 'members'];

export type TeamGroupForm = v.InferOutput<(typeof TEAM_GROUP_FORMS)[number]>;

export async function manageTeams(
  appContext: AppContext,
  trace: Trace,
  member: Member,
  form: TeamGroupForm,
): Promise<string> {
  if (form.intent === 'delete-team') {
    await deleteTeam(appContext, trace, member, form.id);
    return t('The team is deleted.');
  }
  const { name, hours, members: memberIds } = form;
  const topics = form.topics.flatMap(
    (topic) => appContext.catalogue.words.findTopic('en', topic) ?? [],
  );
  const over = form.intent === 'change-team' ? { id: form.id, version: form.version } : undefined;
  const saved = await saveTeam(appContext, trace, member, { name, hours, topics, memberIds }, over);
  return over
    ? t('The team {saved} is saved.', { saved })
    : t('The team {saved} is added.', { saved });
}
