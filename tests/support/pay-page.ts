import type { IncomingMessage, ServerResponse } from 'node:http';

interface PayPage {
  readonly service: string;
  readonly button: string;
  /** What the button does; where the browser goes then. */
  readonly press: () => Promise<string>;
}

/** The page of a payment service, as far as a buyer needs one: a button, and the way back to the shop. */
export function showPayPage(
  request: IncomingMessage,
  response: ServerResponse,
  { service, button, press }: PayPage,
): void {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${service}</title>` +
        `<h1>${service}</h1><form method="post"><button>${button}</button></form></html>`,
    );
    return;
  }
  press().then(
    (back) => response.writeHead(303, { Location: back }).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}
