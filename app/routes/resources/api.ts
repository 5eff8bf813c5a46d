import { answerApi } from '../../reach/api/answer-api.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import type { Route } from './+types/api.ts';

/** The public API: every path below /api/v1, and its description for programs. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answerApi(context.get(hostContext), request, context.get(requestContext));
}

/** There is nothing to write: this says so. */
export const action = loader;
