import { readInboxQuery } from '../inbox/inbox-query.ts';
import { scopesOf } from '../server/access.server.ts';
import { team } from '../../http/calls.server.ts';
import { readFigures } from './inbox-figures.server.ts';

export const loader = team.read(async ({ host, who, request }) => {
  const { scope } = readInboxQuery(new URL(request.url).searchParams, scopesOf(who));
  return readFigures(host, who, scope);
});
