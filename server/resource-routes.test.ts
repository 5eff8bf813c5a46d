import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import configured from '../app/routes.ts';
import { everyRow } from '../tests/support/every-row.ts';
import { refuseOtherMethods } from './resource-routes.ts';

type Module = Readonly<Record<string, unknown>>;

const modules = import.meta.glob<Module>([
  '../app/**/{pages,http}/**/*.{ts,tsx}',
  '!../**/*.test.{ts,tsx}',
]);

const FILES = [...new Set(configured.flatMap(filesOf))].filter((file) => file.endsWith('.ts'));

test('every resource route answers 405 to a method that it does not take', async () => {
  await everyRow(FILES, (file) => file, check);
});

async function check(file: string): Promise<void> {
  const module = await modules[`../app/${file}`]?.();
  if (!module) throw new Error(`${file} is not there`);
  const route = { id: file, parentId: undefined, path: 'there', module };
  const { routes } = refuseOtherMethods({ routes: { [file]: route } } as unknown as ServerBuild);
  const answers = routes[file]?.module as unknown as Module;
  for (const [kind, allowed] of [
    ['loader', 'POST'],
    ['action', 'GET, HEAD'],
  ] as const) {
    const refused = ['text/html', 'application/json'].map((accepted) => {
      const request = new Request('http://localhost/there', { headers: { Accept: accepted } });
      const ask = answers[kind] as (args: { request: Request }) => Response;
      const answer = module[kind] ? undefined : ask({ request });
      return answer && [answer.status, answer.headers.get('Allow')];
    });
    const said = module[kind] ? undefined : [405, allowed];
    expect(refused).toEqual([said, said]);
    expect(answers[kind] === module[kind]).toBe(kind in module);
  }
}

test('a page is left to the router', () => {
  const module = { default: () => null };
  const route = { id: 'page', parentId: undefined, path: 'page', module };
  const { routes } = refuseOtherMethods({ routes: { page: route } } as unknown as ServerBuild);
  expect(routes.page?.module).toBe(module);
});

function filesOf({ file, children }: RouteConfigEntry): string[] {
  return [file, ...(children ?? []).flatMap(filesOf)];
}
