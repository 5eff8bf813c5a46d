import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a payment service answers: the status and what is in it. */
export type PeerAnswer = readonly [status: number, said: unknown];

export interface PeerRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** What an event says instead of what was paid: a sum in the smallest unit, a currency of three letters. */
export interface ToldSum {
  readonly amount?: number;
  readonly currency?: string;
}

export type PeerRefundState = 'pending' | 'done' | 'failed' | 'cancelled';

export interface PeerRefund {
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  /** Under which it was asked for; none where it was made here. */
  readonly key: string | undefined;
  state: PeerRefundState;
}

/**
 * What the local payment services have in common, for those who pay and for tests of both: a page with one
 * button, events about it, and answers that repeat under one key.
 */
export abstract class PaymentPeer {
  abstract readonly way: 'stripe' | 'paypal';
  /** The settings that lead here. */
  abstract readonly env: Readonly<Record<string, string>>;
  /** What was sent back because we asked for it … */
  readonly refunds: PeerRefund[] = [];
  /** … and because somebody did it here. */
  readonly refundsMadeHere: PeerRefund[] = [];
  isAway = false;
  /** The lists of payments lack all of them, because they are late or the payments began too long ago. */
  isListEmpty = false;
  /** Requests that are processed, but whose answer does not arrive. */
  loses: ((path: string) => boolean) | undefined;
  /** The answers to the next requests, instead of what was asked for: 429, 500. */
  readonly faults: number[] = [];
  /** What becomes of the next refund that is asked for; a text is a refusal. */
  nextRefund: PeerRefundState | { readonly refusal: string } = 'done';
  /** How often the money of a page was captured; Stripe does that itself. */
  captureCount = 0;
  /** Every request that was answered, for those who count them. */
  readonly asked: string[] = [];
  readonly requests: PeerRequest[] = [];
  /** The buyer presses the button of the page; where their browser goes then. */
  onPay: (pageId: string) => Promise<string> = (pageId) => {
    this.paid(pageId);
    return Promise.resolve(this.returnUrlOf(pageId));
  };
  readonly #answers = new Map<string, { readonly body: string; readonly answer: PeerAnswer }>();
  readonly #server: Server;

  protected constructor(page: { readonly service: string; readonly button: string }) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const pageId = this.pageIdOf(path);
        if (pageId !== undefined) {
          this.#showPage(method, pageId, page, response);
          return;
        }
        const asked = { method, path, body, headers };
        this.requests.push(asked);
        const [status, said] = this.#answer(asked);
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(status === 204 ? '' : JSON.stringify(said));
      });
    });
  }

  /** The page of an address, if it is one to pay on. */
  abstract pageIdOf(address: string): string | undefined;
  /** The buyer pays; the event that tells of it. */
  abstract paid(pageId: string, told?: ToldSum): string;
  /** What else is told of a payment that was booked. */
  abstract paidAgain(pageId: string): string;
  /** The page is over, and nobody has paid; an event that comes afterwards. */
  abstract expired(pageId: string): string;
  /** Money that somebody took without a word: the payment's name. */
  abstract taken(pageId: string): string;
  /** An event of a payment that was made to somebody else. */
  abstract paidElsewhere(): string;
  /** An event of a payment to this shop, on a page that the shop's database does not know (any more). */
  abstract paidToLostPage(site: string): string;
  /** An event of something that is no payment. */
  abstract other(): string;
  /** The headers that an event is signed with. */
  abstract sign(body: string): Headers;
  /** The buyer tries to pay, and the bank declines; the event, where there is one. */
  abstract declined(pageId: string): string;
  /** The buyer pays by a method whose outcome is known days later; the event. */
  abstract paidSlowly(pageId: string): string;
  /** Days later the money is there, or is not. */
  abstract arrived(pageId: string): string;
  abstract bounced(pageId: string): string;
  /** The pages on which money could move now without anything that the shop does. */
  abstract payable(): string[];
  /** Somebody sends money back here; the event. */
  abstract refundedHere(payment: string, amount: number): string;
  /** The newest refund of a payment turns out so; the event. */
  abstract refundTurnsOut(payment: string, state: PeerRefundState): string;
  /** The buyer disputes a payment, or that is decided; the event. */
  abstract disputed(payment: string, state: 'open' | 'won' | 'lost', amount?: number): string;
  /** Headers that others would like to be believed with, by what is wrong with them. */
  abstract forgeries(body: string): Readonly<Record<string, Headers>>;
  protected abstract returnUrlOf(pageId: string): string;
  /** Whose value is the name under which a repeat is answered as before. */
  protected abstract readonly keyHeader: string;
  /** What is said to a known key with another request. */
  protected abstract otherRequest(): PeerAnswer;
  protected abstract make(request: PeerRequest): PeerAnswer;

  protected async listen(port = 0): Promise<this> {
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed).listen(port, '127.0.0.1', done);
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((done) => void this.#server.close(() => done()));
  }

  /** As after the time for which it promises to know a key. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  /** Every refund of a payment, whoever had it made. */
  refundsOf(payment: string): PeerRefund[] {
    return [...this.refunds, ...this.refundsMadeHere].filter((one) => one.payment === payment);
  }

  /** As long as it is not away, and as nobody has said what to answer. */
  #answer(request: PeerRequest): PeerAnswer {
    this.asked.push(`${request.method} ${request.path}`);
    const fault = this.faults.shift();
    if (fault !== undefined) return [fault, { name: 'FAULT', error: { type: 'api_error' } }];
    if (this.isAway) return [503, { name: 'SERVICE_UNAVAILABLE', error: { type: 'api_error' } }];
    const { [this.keyHeader]: key } = request.headers;
    const path = request.path.replace(/\?.*$/, '');
    const name = typeof key === 'string' ? `${path} ${key}` : undefined;
    const before = name === undefined ? undefined : this.#answers.get(name);
    // A refusal is repeated as well: who wants another answer asks under another key.
    if (before) return before.body === request.body ? before.answer : this.otherRequest();
    const answer = this.make(request);
    if (this.loses?.(path)) return [504, { name: 'GATEWAY_TIMEOUT' }];
    if (name !== undefined && answer[0] < 500) {
      this.#answers.set(name, { body: request.body, answer });
    }
    return answer;
  }

  /** As much of a page as a buyer needs. */
  #showPage(
    method: string,
    pageId: string,
    { service, button }: { readonly service: string; readonly button: string },
    response: ServerResponse,
  ): void {
    if (method !== 'POST') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${service}</title>` +
          `<h1>${service}</h1><form method="post"><button>${button}</button></form></html>`,
      );
      return;
    }
    this.onPay(pageId).then(
      (back) => response.writeHead(303, { Location: back }).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }
}
