import type { ExtractSchema } from 'hono/types';
import { getJson, postJson } from './api-client.ts';

type Method = '$get' | '$post';

type PathsOf<Router, M extends Method> = {
  [P in keyof ExtractSchema<Router>]: M extends keyof ExtractSchema<Router>[P] ? P : never;
}[keyof ExtractSchema<Router>] &
  string;

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Path extends string> = Readonly<Record<ParamOf<Path>, string>>;

/** The JSON of an endpoint, as the server declares it. */
export type AnswerOf<Router, M extends Method, Path> = Path extends keyof ExtractSchema<Router>
  ? ExtractSchema<Router>[Path][M & keyof ExtractSchema<Router>[Path]] extends {
      output: infer Output;
    }
    ? Output
    : never
  : never;

type BodyOf<Router, Path> = Path extends keyof ExtractSchema<Router>
  ? ExtractSchema<Router>[Path]['$post' & keyof ExtractSchema<Router>[Path]] extends {
      input: { json: infer Body };
    }
    ? ReadonlyDeep<Body>
    : never
  : never;

export type ReadonlyDeep<T> = T extends object
  ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
  : T;

interface Asking {
  readonly query?: Readonly<Record<string, string | number>> | URLSearchParams;
  readonly signal?: AbortSignal;
}

/**
 * Calls the endpoints of a router with the paths, bodies and responses that the server declares. Hono's own client
 * would add two kilobytes to public pages; only its types are used here.
 */
export function endpointsOf<Router>() {
  return {
    get: <Path extends PathsOf<Router, '$get'>>(
      path: Path,
      params: Params<Path>,
      { query, signal }: Asking = {},
    ): Promise<AnswerOf<Router, '$get', Path>> => {
      const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
      return getJson(fill(path, params) + search, signal);
    },
    post: <Path extends PathsOf<Router, '$post'>>(
      path: Path,
      params: Params<Path>,
      body: BodyOf<Router, Path>,
    ): Promise<AnswerOf<Router, '$post', Path>> => postJson(fill(path, params), body),
  };
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
}
