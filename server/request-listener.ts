import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp, type AppOptions } from './app.ts';
import type { Asset } from './assets.ts';
import { createMessageDoor } from './message-door.ts';
import { createReadyAnswers } from './ready-answers.ts';
import { securityHeaders } from './security-headers.ts';
import { sendReadyAnswer } from './send-ready-answer.ts';

export interface RequestListenerOptions extends AppOptions {
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Who answers a request: what lies in memory, the door for messages, or the app with the router. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { host, pages, metrics, assets } = options;
  const findReadyAnswer = createReadyAnswers(assets, pages, securityHeaders(host.settings.origin));
  const takeMessage = createMessageDoor(host, metrics);
  const answerByApp = getRequestListener(createApp(options).fetch);
  return (request, response) => {
    const ready = findReadyAnswer(request);
    if (ready) {
      sendReadyAnswer(response, ready);
      metrics.requestAnswered(request.method ?? '', ready.route, ready.status);
      return;
    }
    if (!takeMessage(request, response)) void answerByApp(request, response);
  };
}
