import { t, msg } from '../../../i18n/translate.ts';

import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { formatOpenings, parseOpenings } from '../../../platform/weekly-hours.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { teamMembers, teams } from './tables.server.ts';
import { TEAM_HOURS_MAX_LENGTH, TEAM_NAME_MAX_LENGTH, type Topic } from '../../protocol/rules.ts';
import { chatMessage } from '../../stored-messages.ts';

/** A longer list is too hard to choose from. */
const MAX_TEAMS = 50;

const GONE = msg('Someone else deleted this team.');

export interface TeamForm {
  readonly name: string;
  readonly topics: readonly Topic[];
  readonly hours: string;
  readonly memberIds: readonly string[];
}

export interface TeamVersion {
  readonly id: string;
  readonly version: string;
}

/**
 * Creates a team or changes the team in `over`, and returns its name (rule 138). Throws {@link
 * RefusedError}: 403 without permission, 400 for an invalid field, 409 for a taken name or a concurrent
 * change, 404 for a deleted team.
 */
export async function saveTeam(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  form: TeamForm,
  over?: TeamVersion,
): Promise<string> {
  requireManager(member);
  const team = readForm(form);
  return change(appContext, trace, async (tx, after) => {
    // The lock serialises saves, because names are compared and teams are counted.
    await tx.execute(sql`lock table teams in share row exclusive mode`);
    if (over) await requireVersion(tx, over);
    await refuseTakenName(tx, team.name, over?.id);
    const id = await write(tx, appContext.clock.now(), team, over?.id);
    await writeMembers(tx, id, form.memberIds);
    after.audit(over ? 'team-changed' : 'team-created', {
      subjectId: id,
      subject: team.name,
      detail: chatMessage('chat.team', {
        topics: form.topics.map(({ name }) => name).join(', '),
        hours: team.hours ?? '',
        members: form.memberIds.length,
      }),
    });
    return team.name;
  });
}

/** Deletes a team and leaves its members and their visitors unchanged. Idempotent. */
export async function deleteTeam(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  id: string,
): Promise<void> {
  requireManager(member);
  await change(appContext, trace, async (tx, after) => {
    const [gone] = await tx.delete(teams).where(eq(teams.id, id)).returning({ name: teams.name });
    if (gone) after.audit('team-deleted', { subjectId: id, subject: gone.name });
  });
}

function requireManager(member: Member): void {
  if (!may(member, 'manage-teams')) {
    throw new RefusedError(403, t('Only managers and admins can do this.'));
  }
}

function readForm(form: TeamForm) {
  const name = toLine(form.name, TEAM_NAME_MAX_LENGTH + 1);
  if (name === '') throw new RefusedError(400, t('Give the team a name.'), 'name');
  if (name.length > TEAM_NAME_MAX_LENGTH) {
    throw new RefusedError(
      400,
      t('Use at most {teamNameMaxLength, plural, one {# character} other {# characters}}.', {
        teamNameMaxLength: TEAM_NAME_MAX_LENGTH,
      }),
      'name',
    );
  }
  const typed = form.hours.trim();
  const openings = typed === '' ? null : parseOpenings(typed);
  if (openings === undefined) {
    throw new RefusedError(
      400,
      t(
        'Enter days and times such as Mon-Fri 09:00-17:30, Sat 10:00-14:00, or leave the field empty.',
      ),
      'hours',
    );
  }
  const hours = openings && formatOpenings(openings);
  if (hours && hours.length > TEAM_HOURS_MAX_LENGTH) {
    throw new RefusedError(
      400,
      t('There are too many different hours. Enter fewer time ranges.'),
      'hours',
    );
  }
  return { name, topics: [...new Set(form.topics.map(({ id }) => id))], hours };
}

async function requireVersion(tx: Database, { id, version }: TeamVersion): Promise<void> {
  const [now] = await tx.select({ updatedAt: teams.updatedAt }).from(teams).where(eq(teams.id, id));
  if (!now) throw new RefusedError(404, t(GONE));
  if (now.updatedAt.toISOString() === version) return;
  throw new RefusedError(
    409,
    t(
      'Someone else changed this team in the meantime. Its row shows the current version. If you save again, your entries here replace it.',
    ),
  );
}

async function refuseTakenName(tx: Database, name: string, id: string | undefined): Promise<void> {
  const isSame = sql`lower(${teams.name}) = lower(${name})`;
  const others = and(isSame, id === undefined ? undefined : ne(teams.id, id));
  if ((await tx.$count(teams, others)) > 0) {
    throw new RefusedError(409, t('A team with this name already exists.'), 'name');
  }
  if (id === undefined && (await tx.$count(teams)) >= MAX_TEAMS) {
    throw new RefusedError(
      409,
      t('There are already {maxTeams, plural, one {# team} other {# teams}}. Delete one first.', {
        maxTeams: MAX_TEAMS,
      }),
    );
  }
}

async function write(
  tx: Database,
  now: Date,
  team: ReturnType<typeof readForm>,
  id: string | undefined,
): Promise<string> {
  if (id !== undefined) {
    await tx
      .update(teams)
      .set({ ...team, updatedAt: now })
      .where(eq(teams.id, id));
    return id;
  }
  const [added] = await tx
    .insert(teams)
    .values({ ...team, createdAt: now, updatedAt: now })
    .returning({ id: teams.id });
  if (!added) throw new Error('The team was not inserted');
  return added.id;
}

/** Skips members whose account was deleted. */
async function writeMembers(
  tx: Database,
  teamId: string,
  memberIds: readonly string[],
): Promise<void> {
  await tx.delete(teamMembers).where(eq(teamMembers.teamId, teamId));
  if (memberIds.length === 0) return;
  const known = await tx
    .select({ memberId: profiles.id })
    .from(profiles)
    .where(inArray(profiles.id, [...new Set(memberIds)]))
    .for('key share');
  if (known.length === 0) return;
  await tx.insert(teamMembers).values(known.map(({ memberId }) => ({ teamId, memberId })));
}
