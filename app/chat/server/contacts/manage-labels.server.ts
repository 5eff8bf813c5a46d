import { t, msg } from '../../../i18n/translate.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import {
  change,
  type ChangeContext,
  type Happening,
} from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import {
  LABEL_NAME_MAX_LENGTH,
  type LabelColour,
  type LabelInList,
  type LabelView,
} from '../../protocol/labels.ts';
import { conversationLabels, labels, visitorLabels } from './tables.server.ts';
import { storedText } from '../../../platform/stored-message.ts';

/** A longer list is too hard to choose from. */
const LABELS_AT_MOST = 200;

const GONE = msg('This label no longer exists. The list is now up to date.');

export const labelColumns = { id: labels.id, name: labels.name, colour: labels.colour };

export function readLabels(db: Database): Promise<LabelView[]> {
  return db
    .select(labelColumns)
    .from(labels)
    .orderBy(sql`lower(${labels.name})`)
    .limit(LABELS_AT_MOST);
}

export async function readLabelsInUse(db: Database): Promise<LabelInList[]> {
  return db
    .select({
      ...labelColumns,
      visitorCount: db.$count(visitorLabels, eq(visitorLabels.labelId, labels.id)),
      conversationCount: db.$count(conversationLabels, eq(conversationLabels.labelId, labels.id)),
    })
    .from(labels)
    .orderBy(sql`lower(${labels.name})`)
    .limit(LABELS_AT_MOST);
}

export interface SaveLabel {
  readonly id?: string | undefined;
  readonly name: string;
  readonly colour: LabelColour;
}

export async function saveLabel(
  appContext: ChangeContext,
  trace: Trace,
  save: SaveLabel,
): Promise<string> {
  const name = toLine(save.name, LABEL_NAME_MAX_LENGTH + 1);
  if (name === '') throw new RefusedError(400, t('Give the label a name.'), 'name');
  if (name.length > LABEL_NAME_MAX_LENGTH) {
    throw new RefusedError(
      413,
      t('Use at most {labelNameMaxLength, plural, one {# character} other {# characters}}.', {
        labelNameMaxLength: LABEL_NAME_MAX_LENGTH,
      }),
      'name',
    );
  }
  return change(appContext, trace, async (tx, after) => {
    // The lock serialises concurrent changes that choose the same name.
    await tx.execute(sql`lock table ${labels} in share row exclusive mode`);
    const { id, colour } = save;
    const isSame = sql`lower(${labels.name}) = lower(${name})`;
    const taken = await tx.$count(
      labels,
      id === undefined ? isSame : and(isSame, ne(labels.id, id)),
    );
    if (taken > 0)
      throw new RefusedError(409, t('A label named ‘{name}’ already exists.', { name }), 'name');
    if (id === undefined) {
      if ((await tx.$count(labels)) >= LABELS_AT_MOST) {
        const how = t(
          'There are already {labelsAtMost, plural, one {# label} other {# labels}}. Delete one you no longer need first.',
          { labelsAtMost: LABELS_AT_MOST },
        );
        throw new RefusedError(409, how, 'name');
      }
      await tx.insert(labels).values({ name, colour, createdAt: appContext.clock.now() });
      after.audit('label-added', { detail: storedText(name) });
    } else {
      const changed = await tx
        .update(labels)
        .set({ name, colour })
        .where(eq(labels.id, id))
        .returning({ id: labels.id });
      if (changed.length === 0) throw new RefusedError(404, t(GONE));
      after.happened(labelChanged(id));
      after.audit('label-changed', { detail: storedText(name) });
    }
    return name;
  });
}

/** Deletes the label and removes it from all visitors and conversations. Idempotent. */
export async function deleteLabel(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const [gone] = await tx
      .delete(labels)
      .where(eq(labels.id, id))
      .returning({ name: labels.name });
    if (!gone) return;
    after.happened(labelChanged(id));
    after.audit('label-removed', { detail: storedText(gone.name) });
  });
}

/** The event covers both renaming and deleting a label. */
const labelChanged = (labelId: string): Happening => ({
  type: 'label.changed',
  data: { labelId },
  log: { subject: labelId },
});
