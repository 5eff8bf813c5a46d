import { sql } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import { lockCatalogue } from '../publish/catalogue-lock.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes photos and videos older than a day that no service, draft or publication refers to. Publications count
 * because they can be undone. The catalogue lock keeps new drafts from using a deleted photo. An original stays
 * while a crop of it is in use.
 */
export async function pruneMedia(appContext: ChangeContext): Promise<number> {
  const before = new Date(appContext.clock.now().getTime() - DAY_MS).toISOString();
  return change(appContext, undefined, async (tx) => {
    await lockCatalogue(tx);
    const { rows } = await tx.execute(sql`
      with fields as (
        select jsonb_build_object('photos', photos, 'videos', videos) as named from services
        union all select fields from catalogue_drafts where kind = 'service'
        union all select before from catalogue_changes where kind = 'service'
        union all select after from catalogue_changes where kind = 'service'
      ), words as (
        select fields as named from catalogue_texts
        union all select fields from catalogue_drafts where kind = 'text'
        union all select before from catalogue_changes where kind = 'text'
        union all select after from catalogue_changes where kind = 'text'
      ), used as (
        select jsonb_path_query(named, '$.photos[*].id') #>> '{}' as id from fields
        union select jsonb_path_query(named, '$.videos[*].id') #>> '{}' from fields
        union select jsonb_path_query(named, '$.videos[*].poster.id') #>> '{}' from fields
        union select split_part(named ->> 'logo', ' ', 1) from words
        union select split_part(named ->> 'logoDark', ' ', 1) from words
      ), kept as (
        select m.id, m.source_id from public_media m
        where m.created_at >= ${before} or m.id::text in (select id from used)
      )
      delete from public_media
      where purpose = 'catalogue' and created_at < ${before}
        and id not in (select id from kept)
        and id not in (select source_id from kept where source_id is not null)
      returning id`);
    return rows.length;
  });
}
