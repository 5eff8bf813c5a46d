import { answerApi } from '../server/answer-api.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import type { Route } from './+types/api.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  return answerApi(context.get(hostContext), request, context.get(requestContext));
}

/** The API is read-only. Writing methods are answered with an error. */
export const action = loader;
