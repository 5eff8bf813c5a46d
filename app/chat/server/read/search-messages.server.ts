import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { foldText } from '../../../platform/fold-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { visibleVisitors } from '../access.server.ts';
import type { SearchFilter } from '../../protocol/search-query.ts';
import { messagesOf } from './search-filters.server.ts';
import {
  findParts,
  isSpaced,
  markMatches,
  partsOf,
  readTerms,
  writePartsQuery,
  type SearchTerm,
} from './search-words.ts';
import { HIT_END, HIT_START, type MessageHit } from '../../protocol/views.ts';

export const HITS_PER_PAGE = 20;

export interface MessageSearch {
  /** The usual search syntax: words, "a phrase", -without, or. */
  readonly text: string;
  readonly filters?: readonly SearchFilter[];
  readonly timeZone?: string;
  readonly after?: { readonly createdAt: string; readonly messageId: string };
}

type Row = Record<string, unknown> &
  Omit<MessageHit, 'createdAt' | 'excerpt'> & {
    createdAt: Date;
    message: string;
    names: string[];
    headline: string;
  };

/** The operator's language, in which the database also indexes the messages. */
const language = sql`coalesce(
  (select d.search_language from desk_settings d), 'english')::regconfig`;

const HEADLINE = `StartSel=${HIT_START}, StopSel=${HIT_END}, MaxWords=18, MinWords=9`;

/** The number of latest messages that are scanned before the word index is used. */
const LOOKED_THROUGH = 4000;

/**
 * Returns matching messages of visitors that the member may see, newest first. A frequent word soon appears
 * among the latest messages, and a rare one is found through the index. The planner would often pick the
 * wrong plan, such as for a word that was common only last Christmas.
 */
export async function searchMessages(
  db: Database,
  member: Member,
  { text, filters = [], timeZone = 'UTC', after }: MessageSearch,
): Promise<MessageHit[]> {
  const terms = readTerms(text);
  if (terms.length === 0) return [];
  const query = await writeQuery(db, terms);
  const left = messagesOf(filters, timeZone);
  const page = after
    ? sql`(m.created_at, m.id) < (${after.createdAt}::timestamptz, ${after.messageId}::uuid)`
    : sql`true`;
  const latest = sql`(
    select *, m.created_at as at from visitor_messages m where ${page}
    order by m.created_at desc, m.id desc limit ${LOOKED_THROUGH})`;
  const hits = await findMessages(db, member, { text, terms, query }, latest, left);
  if (hits.length === HITS_PER_PAGE) return hits;
  // An expression has no index, so the sort order cannot make the planner scan all messages.
  const all = sql`(select *, m.created_at + interval '0' as at from visitor_messages m where ${page})`;
  return findMessages(db, member, { text, terms, query }, all, left);
}

interface Asked {
  readonly text: string;
  readonly terms: readonly (readonly SearchTerm[])[];
  readonly query: string;
}

/** Builds the query for the index. Words without a stem count only if there are no other words. */
async function writeQuery(db: Database, alternatives: Asked['terms']): Promise<string> {
  const one = (terms: readonly SearchTerm[], write: (term: SearchTerm) => SQL) =>
    sql.join(
      terms.map((term) => sql`${term.isExcluded ? sql`!!` : sql``}(${write(term)})`),
      sql` && `,
    );
  const any = (write: (term: SearchTerm) => SQL) =>
    sql.join(
      alternatives.map((terms) => sql`(${one(terms, write)})`),
      sql` || `,
    );
  const { rows } = await db.execute<{ query: string }>(sql`
    select coalesce(nullif((${any(writeTerm)})::text, ''), (${any(writeWholeTerm)})::text) as query`);
  return rows[0]?.query ?? '';
}

/**
 * Matches a word by its stem, as typed and folded, and as a part of a word. A word without a stem, such as
 * 'the', gives an empty query.
 */
function writeTerm({ text, isPhrase, isExcluded }: SearchTerm): SQL {
  const folded = foldText(text);
  const stems = (words: string) =>
    isPhrase
      ? sql`phraseto_tsquery(${language}, ${words})`
      : sql`plainto_tsquery(${language}, ${words})`;
  const byStem = sql`(${stems(text)} || ${stems(folded)})`;
  // Excluding a word must not exclude words that merely contain it. A phrase does not match parts of words.
  const parts = writePartsQuery(text, isExcluded || isPhrase);
  if (isPhrase && /[\s]/.test(folded.trim()))
    return isSpaced(text) ? byStem : sql`${parts}::tsquery`;
  return sql`case when numnode(${byStem}) = 0 then ''::tsquery else ${byStem} || ${parts}::tsquery end`;
}

function writeWholeTerm({ text }: SearchTerm): SQL {
  return sql`${writePartsQuery(text, true)}::tsquery`;
}

function markedParts(terms: Asked['terms']): string[] {
  return terms.flat().flatMap(({ text, isExcluded }) => (isExcluded ? [] : partsOf(text)));
}

/**
 * Sorts the matching messages first and then checks access row by row until a page is full, because frequent
 * words match too many messages. The word list is an uncorrelated subquery, so that PostgreSQL computes the
 * list once and needs no second sort.
 */
async function findMessages(
  db: Database,
  member: Member,
  { text, terms, query: asked }: Asked,
  among: SQL,
  left: SQL,
): Promise<MessageHit[]> {
  const query = sql`${asked}::tsquery`;
  const stems = sql`(select websearch_to_tsquery(${language}, ${text}))`;
  const { rows } = await db.execute<Row>(sql`
    select hit.id as "messageId", hit.conversation_id as "conversationId", hit.number,
      hit.visitor_id as "visitorId", hit.email, hit.is_agent as "isAgent",
      hit.created_at as "createdAt",
      hit.message, array(
        select f.name from files f where f.message_id = hit.id order by f.position) as names,
      ts_headline(${language}, hit.message, ${stems}, ${HEADLINE}) as headline
    from (
      select m.*, v.id as visitor_id, v.email
      from (
        select m.id, m.conversation_id, m.number, m.message, m.is_agent, m.agent_id, m.created_at, m.at
        from ${among} m where m.words @@ ${query}
        order by m.at desc, m.id desc
      ) m
      join conversations c on c.id = m.conversation_id
      join visitors v on v.id = c.visitor_id
      where ${visibleVisitors(member)} and ${left}
      order by m.at desc, m.id desc
      limit ${HITS_PER_PAGE}
    ) hit
    order by hit.created_at desc, hit.id desc`);
  const parts = markedParts(terms);
  return rows.map(({ message, names, headline, ...row }) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    excerpt: excerptOf([message, ...names], parts) ?? headline,
  }));
}

/** Returns the excerpt of the message or, if the message has no hit, of a file name. */
function excerptOf(texts: readonly string[], parts: readonly string[]): string | undefined {
  for (const text of texts) {
    const matches = findParts(text, parts);
    if (matches.length > 0) return markMatches(text, matches, [HIT_START, HIT_END]);
  }
  return undefined;
}
