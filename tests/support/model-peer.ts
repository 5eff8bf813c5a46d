import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const MODEL_KEY = 'sk-of-the-tests-0123456789';

export interface AskedOfModel {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  /** As it came, to look for what must not be in it. */
  readonly body: string;
  readonly system: string;
  readonly user: string;
}

/** What it answers: a text, or anything else with a status. */
export type PeerAnswer =
  | string
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A local endpoint that speaks the common shape of chat completions. */
export class ModelPeer {
  readonly asked: AskedOfModel[] = [];
  /** Connections that were cut before they were answered. */
  cut = 0;
  answer: (asked: AskedOfModel) => PeerAnswer | Promise<PeerAnswer> = () => 'Hello.';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('close', () => {
        if (!response.writableEnded) this.cut += 1;
      });
      request.on('end', () => {
        const sent = JSON.parse(body) as { messages: { role: string; content: string }[] };
        const contentOf = (role: string) =>
          sent.messages.find((message) => message.role === role)?.content ?? '';
        const asked: AskedOfModel = {
          headers: request.headers,
          path: request.url ?? '',
          body,
          system: contentOf('system'),
          user: contentOf('user'),
        };
        this.asked.push(asked);
        void Promise.resolve(this.answer(asked)).then((answer) => {
          const said =
            typeof answer === 'string' ? { status: 200, body: completion(answer) } : answer;
          response.writeHead(said.status, {
            'Content-Type': 'application/json',
            ...('headers' in said ? said.headers : {}),
          });
          response.end(said.body ?? '{}');
        });
      });
    });
  }

  static async start(): Promise<ModelPeer> {
    const peer = new ModelPeer();
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  get environment(): Record<string, string> {
    return { MODEL_URL: this.url, MODEL_KEY, MODEL_NAME: 'harbour-small' };
  }

  /** Answers with what a source says, whose text fits: '[3]' of the service that is asked about. */
  static numberOf({ system }: AskedOfModel, title: string): number {
    const found = new RegExp(String.raw`\[(\d+)\] ${title}`).exec(system);
    return Number(found?.[1] ?? 0);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => void this.#server.close(() => done()));
  }
}

export function completion(content: string, finish = 'stop'): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { total_tokens: 1 },
  });
}
