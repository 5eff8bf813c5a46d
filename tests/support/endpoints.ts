import { ENDPOINT_ROUTES } from '../../app/routing/endpoints.server.ts';
import { guardOf } from '../../app/http/router.server.ts';

export interface Endpoint {
  /** 'GET /captcha'. */
  readonly name: string;
  /** 'ALL' answers the methods that the address does not offer. */
  readonly method: string;
  readonly path: string;
  /** Guard, rate limit, schema and the work itself, in order. */
  readonly handlers: readonly object[];
}

/** Every endpoint of the product. The page's own forms are not among them. */
export const ENDPOINT_LIST: readonly Endpoint[] = [
  ...Map.groupBy(
    ENDPOINT_ROUTES.filter(({ handler }) => !guardOf(handler)?.isOfPage),
    ({ method, path }) => `${method} ${path}`,
  ),
].map(([name, routes]) => {
  const [{ method, path } = { method: '', path: '' }] = routes;
  return { name, method, path, handlers: routes.map(({ handler }) => handler) };
});

/** An address of the endpoint; `values` replace its parameters. */
export function addressOf({ path }: Endpoint, values: Readonly<Record<string, string>>): string {
  return path
    .replaceAll(/\/:\w+\?/g, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')
    .replace('*', 'x');
}
