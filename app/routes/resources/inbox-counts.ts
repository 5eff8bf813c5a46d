import { readInboxQuery } from '../../chat-client/desk/inbox-query.ts';
import { scopesOf } from '../../conversation/access.server.ts';
import { team } from './calls.server.ts';
import { readFigures } from './inbox-figures.server.ts';

export const loader = team.read(async ({ host, who, request }) => {
  const { scope } = readInboxQuery(new URL(request.url).searchParams, scopesOf(who));
  return readFigures(host, who, scope);
});
