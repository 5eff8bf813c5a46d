import { sql } from 'drizzle-orm';

/** The labels of the visitor `v` of a query, then those of their conversation `c`, as a JSON list. */
export const labelsOfEntry = sql`
  select coalesce(json_agg(
    json_build_object('id', l.id, 'name', l.name, 'colour', l.colour) order by on_it.rank, lower(l.name)
  ), '[]') as labels
  from (
    select label_id, 0 as rank from visitor_labels where visitor_id = v.id
    union all
    select label_id, 1 from conversation_labels where conversation_id = c.id
      and label_id not in (select label_id from visitor_labels where visitor_id = v.id)
  ) on_it
  join labels l on l.id = on_it.label_id`;
