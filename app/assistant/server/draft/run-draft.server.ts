import { say } from '../../../platform/say.ts';
import { and, eq } from 'drizzle-orm';
import { MESSAGE_MAX_LENGTH } from '../../../chat/protocol/rules.ts';
import type { Catalogue } from '../../../shop/catalogue.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { ModelSettings } from '../../../platform/model-settings.server.ts';
import { toText } from '../../../platform/shown-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { AssistantHost } from '../../assistant-host.ts';
import { underWay } from '../outcome/under-way.ts';
import { answerDrafts } from '../../tables.server.ts';
import type { DraftKind } from '../../protocol/draft.ts';
import { askModel } from './ask-model.server.ts';
import { checkDraft } from './check-draft.ts';
import { gatherSources } from './gather-sources.server.ts';
import { readSaid } from './read-said.server.ts';
import { writePrompt } from './write-prompt.ts';

interface Begun {
  readonly id: string;
  readonly conversationId: string;
  readonly kind: DraftKind;
}

/** Produces and stores the draft. It never rejects, because no request waits for the result. */
export async function runDraft(
  host: AssistantHost,
  model: ModelSettings,
  member: Member,
  begun: Begun,
): Promise<void> {
  const abort = new AbortController();
  underWay.set(begun.id, abort);
  const watch = setInterval(() => void abortWhereStopped(host, begun.id, abort), WATCH_MS);
  try {
    const made = await makeDraft(host, model, member, begun, abort.signal);
    await keep(host, begun.id, made);
  } catch (error) {
    host.log.error({ err: error, draft: begun.id }, 'A draft failed');
    await keep(host, begun.id, { state: 'failed', problem: sayFailed() }).catch(() => {});
  } finally {
    clearInterval(watch);
    underWay.delete(begun.id);
  }
}

/** An agent may have stopped the draft on another process. Aborting frees the slot at the endpoint. */
async function abortWhereStopped({ db }: AssistantHost, id: string, abort: AbortController) {
  const isWanted = await db
    .$count(answerDrafts, and(eq(answerDrafts.id, id), eq(answerDrafts.state, 'drafting')))
    .catch(() => 1);
  if (isWanted === 0) abort.abort();
}

const WATCH_MS = 2000;

const sayFailed = () =>
  say('Something went wrong on our side. Please draft again, or write the answer yourself.');

type Made = Partial<typeof answerDrafts.$inferInsert> & { readonly state: 'ready' | 'failed' };

async function makeDraft(
  { db, clock, settings, catalogue }: AssistantHost,
  model: ModelSettings,
  member: Member,
  { conversationId, kind }: Begun,
  signal: AbortSignal,
): Promise<Made> {
  const contacts = [settings.supportEmail, settings.supportPhone];
  const { said, upTo } = await readSaid(db, conversationId, kind, contacts);
  if (!said.some(({ from }) => from === 'visitor')) {
    return {
      state: 'failed',
      problem: say('The visitor has written nothing yet that could be answered.'),
    };
  }
  const asked = said.slice(-6).map(({ text }) => text);
  const host = { db, clock, settings, catalogue };
  const sources = await gatherSources(host, member, conversationId, asked.join('\n'));
  const { brandName, origin } = settings;
  const prompt = writePrompt({ kind, brandName, origin, sources, said });
  const answer = await askModel(model, prompt, signal, clock);
  if ('problem' in answer) return { state: 'failed', problem: answer.problem };
  const drafted = toText(answer.text, MESSAGE_MAX_LENGTH);
  const checked = checkDraft(drafted.slice(0, MESSAGE_MAX_LENGTH), {
    sources,
    mustCite: kind === 'answer',
    contacts,
    isOwnPage: (address) => isOwnPage(address, origin, catalogue),
  });
  const isCut = answer.isCut || drafted.length > MESSAGE_MAX_LENGTH;
  if (checked.text === '') return { state: 'failed', problem: sayFailed() };
  return {
    state: 'ready',
    text: checked.text,
    upTo,
    sources: sources
      .filter(({ number }) => checked.cited.includes(number))
      .map(({ number, kind: of, title, path }) => ({ number, kind: of, title, path })),
    warnings: [...checked.warnings, ...(isCut ? [say('It breaks off before its end.')] : [])],
    warningCount: checked.warnings.length + (isCut ? 1 : 0),
  };
}

/** The condition on the state keeps a draft stopped if an agent stopped it in the meantime. */
async function keep(host: AssistantHost, id: string, made: Made): Promise<void> {
  await change(host, undefined, (tx) =>
    tx
      .update(answerDrafts)
      .set(made)
      .where(and(eq(answerDrafts.id, id), eq(answerDrafts.state, 'drafting'))),
  );
}

const PUBLIC_PAGES = new Set([
  '/',
  '/services',
  '/contact',
  '/refunds',
  '/terms',
  '/privacy-policy',
]);

function isOwnPage(address: string, origin: string, catalogue: Catalogue): boolean {
  const url = URL.parse(address);
  if (!url || url.origin !== origin || url.search !== '' || url.username !== '') return false;
  if (PUBLIC_PAGES.has(url.pathname)) return true;
  const [, services, section = '', slug, ...more] = decode(url.pathname).split('/');
  if (services !== 'services' || more.length > 0) return false;
  return slug === undefined
    ? catalogue.findSection(section) !== undefined
    : catalogue.findService(section, slug) !== undefined;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
