import type { ApiDesk } from '../../app/api/server/answer-api.server.ts';
import { createApiKey } from '../../app/api/server/api-keys.server.ts';
import { KEYED_OPERATIONS } from '../../app/api/server/operations.server.ts';
import type { Scope } from '../../app/api/protocol/scopes.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import type { AppContext } from '../../app/app-context.ts';
import { findDeviations } from './conforms.ts';
import { handle } from './request.ts';
import { TEST_ORIGIN, tracedBy } from './team.ts';

/** What a program asks, with its key or without. */
export interface AskedOfApi {
  readonly sent?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As the document describes one. */
interface DescribedAnswer {
  readonly content: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** The API as a program with a key has it, and what its document says of the answers. */
export function apiOf(desk: () => ApiDesk) {
  const ask = async (key: string | undefined, path: string, asked: AskedOfApi = {}) => {
    const { sent, method, headers } = asked;
    const posted = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
    const request = new Request(TEST_ORIGIN + path, {
      method: method ?? (posted === undefined ? 'GET' : 'POST'),
      headers: { ...headers, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
      ...(posted === undefined ? {} : { body: posted }),
    });
    const response = await handle(desk() as AppContext, request, { address: '198.51.100.7' });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.endsWith('json') === true;
    const body = (isJson ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
    return { status: response.status, headers: response.headers, body, text };
  };
  return {
    ask,
    keyFor: (admin: Member, name: string, ...scopes: Scope[]) =>
      createApiKey(desk(), tracedBy(admin), { name, scopes }),
    /** What the served document says of an answer, and what is another in it. */
    async deviations(id: string, status: number, body: unknown): Promise<string[]> {
      const { body: document } = await ask(undefined, '/api/openapi.json');
      const { path, method } = KEYED_OPERATIONS.find((one) => one.id === id)!;
      const paths = document.paths as Record<
        string,
        Record<string, { responses: Record<string, unknown> }>
      >;
      const { responses } = paths[path]![method.toLowerCase()]!;
      const said = responses[status] as DescribedAnswer | { $ref: string };
      const { responses: shared } = document.components as {
        responses: Record<string, DescribedAnswer>;
      };
      const answer = '$ref' in said ? shared[said.$ref.split('/').at(-1) ?? '']! : said;
      return findDeviations(document, Object.values(answer.content)[0]!.schema, body);
    },
  };
}
